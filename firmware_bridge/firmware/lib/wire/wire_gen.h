/* Written by `python -m tools.codegen` from protocol.toml; do not edit. */
#ifndef WIRE_GEN_H
#define WIRE_GEN_H

#define WIRE_PROTOCOL 2
#define WIRE_BAUD 115200UL
#define WIRE_FLAG 0x7E
#define WIRE_ESCAPE 0x7D
#define WIRE_FLIP 0x20
#define WIRE_MAX_BODY 23
#define WIRE_MAX_FRAME 48
#define WIRE_MAX_FIELDS 9
#define WIRE_TEXT_MAX 16

/* a contact counts when it has been steady for so long */
#define WIRE_DEBOUNCE_MS 10
/* a button pressed for so long is held */
#define WIRE_HOLD_MS 1500
/* the box repeats its events after this until they are acknowledged */
#define WIRE_RESEND_MS 12
/* the same for a box that hears nothing from a computer */
#define WIRE_ALONE_MS 250
/* between two pulses of the box */
#define WIRE_PULSE_MS 1000
/* the computer repeats a command that has no answer after this */
#define WIRE_ANSWER_MS 60
/* with nothing sent for so long the computer sends one state again */
#define WIRE_REFRESH_MS 1000
/* the computer asks for a hello again after this */
#define WIRE_ASK_MS 15
/* a box that has not said hello by then is not one of ours */
#define WIRE_HELLO_MS 3000
/* with nothing heard for so long the computer asks for a hello */
#define WIRE_QUIET_MS 3000
/* with nothing heard for so long the computer opens the port anew */
#define WIRE_LOST_MS 6000
/* with nothing heard for so long the box shows that it is alone */
#define WIRE_OFFLINE_MS 3000
/* an event older than this is delivered marked as stale */
#define WIRE_STALE_MS 10000
/* a blinking light changes after this */
#define WIRE_BLINK_MS 250
/* events the box keeps until they are acknowledged */
#define WIRE_QUEUE_SLOTS 32
/* events the box sends before the first of them is acknowledged */
#define WIRE_WINDOW 4
/* the box says hello so often when it is asked */
#define WIRE_HELLO_TIMES 6
/* times a command is sent before the line is called bad */
#define WIRE_TRIES 8
/* in place of a player: nobody */
#define WIRE_NOBODY 255
/* in place of seconds: there is no clock */
#define WIRE_NO_CLOCK 32767
/* added to the number of a button that was held */
#define WIRE_HELD_WHAT 16
/* added while an older event still waits to be acknowledged */
#define WIRE_LATER_WHAT 128

/* The number of a button; its bit in `buttons` of a hello is 2 to that power. */
#define WIRE_BUTTON_PLAYER_1 0
#define WIRE_BUTTON_PLAYER_2 1
#define WIRE_BUTTON_PLAYER_3 2
#define WIRE_BUTTON_PLAYER_4 3
#define WIRE_BUTTON_CHALLENGE 4
#define WIRE_BUTTON_PASS 5
#define WIRE_BUTTON_UNDO 6
#define WIRE_BUTTON_PAUSE 7

/* What a button did. */
#define WIRE_KIND_PRESS 0
#define WIRE_KIND_HOLD 1

/* The bit of a light. */
#define WIRE_LIGHT_TURN_1 0
#define WIRE_LIGHT_TURN_2 1
#define WIRE_LIGHT_TURN_3 2
#define WIRE_LIGHT_TURN_4 3
#define WIRE_LIGHT_DOUBT 4
#define WIRE_LIGHT_CHALLENGE 5

/* The bit of something a box may have. */
#define WIRE_FEATURE_LIGHTS 0
#define WIRE_FEATURE_CHARACTER_DISPLAY 1
#define WIRE_FEATURE_DIGIT_DISPLAY 2

/* Why a command was refused. */
#define WIRE_REASON_UNKNOWN 1
#define WIRE_REASON_BAD_VALUE 2
#define WIRE_REASON_VERSION 3

/* From the box. Who the box is: after its start, and as the answer to a query. `H` and the version come first in every version. */
#define WIRE_HELLO 'H'
#define WIRE_HELLO_PROTOCOL 0
#define WIRE_HELLO_SEQ 1
#define WIRE_HELLO_FIRMWARE 2
#define WIRE_HELLO_UID 3
#define WIRE_HELLO_BOOT 4
#define WIRE_HELLO_START 5
#define WIRE_HELLO_PLAYERS 6
#define WIRE_HELLO_BUTTONS 7
#define WIRE_HELLO_FEATURES 8

/* From the box. An event not yet acknowledged; repeated until it is. */
#define WIRE_PRESSED 'E'
#define WIRE_PRESSED_BOOT 0
#define WIRE_PRESSED_EVENT 1
#define WIRE_PRESSED_AGE_MS 2
#define WIRE_PRESSED_SENT_MS 3
#define WIRE_PRESSED_WHAT 4

/* From the box. A sign of life. */
#define WIRE_PULSE 'P'
#define WIRE_PULSE_SENT_MS 0
#define WIRE_PULSE_UPTIME_S 1
#define WIRE_PULSE_QUEUED 2
#define WIRE_PULSE_DROPPED 3
#define WIRE_PULSE_BAD_FRAMES 4
#define WIRE_PULSE_OVERRUNS 5
#define WIRE_PULSE_DOWN 6

/* From the box. A command was carried out. */
#define WIRE_DONE 'K'
#define WIRE_DONE_SEQ 0

/* From the box. A command was not carried out. */
#define WIRE_REFUSED 'N'
#define WIRE_REFUSED_SEQ 0
#define WIRE_REFUSED_REASON 1

/* From the computer. Asks for a hello. */
#define WIRE_QUERY 'Q'
#define WIRE_QUERY_SEQ 0
#define WIRE_QUERY_PROTOCOL 1

/* From the computer. This event and all before it are in the game's journal and need not be kept. Not answered. */
#define WIRE_ACK 'A'
#define WIRE_ACK_BOOT 0
#define WIRE_ACK_EVENT 1

/* From the computer. All lights. */
#define WIRE_LIGHTS 'L'
#define WIRE_LIGHTS_SEQ 0
#define WIRE_LIGHTS_ON 1
#define WIRE_LIGHTS_BLINK 2

/* From the computer. All scores. */
#define WIRE_SCORES 'S'
#define WIRE_SCORES_SEQ 0
#define WIRE_SCORES_TURN 1
#define WIRE_SCORES_SCORE_1 2
#define WIRE_SCORES_SCORE_2 3
#define WIRE_SCORES_SCORE_3 4
#define WIRE_SCORES_SCORE_4 5

/* From the computer. All clocks. */
#define WIRE_CLOCKS 'C'
#define WIRE_CLOCKS_SEQ 0
#define WIRE_CLOCKS_RUNNING 1
#define WIRE_CLOCKS_LEFT_1_S 2
#define WIRE_CLOCKS_LEFT_2_S 3
#define WIRE_CLOCKS_LEFT_3_S 4
#define WIRE_CLOCKS_LEFT_4_S 5

/* From the computer. One line of text in place of the clocks; empty for the clocks. */
#define WIRE_TEXT 'T'
#define WIRE_TEXT_SEQ 0
#define WIRE_TEXT_TEXT 1

/* All messages as X(letter, types of the fields). B u8, H u16, L u32, R raw16,
   h i16, X four bytes, T text (always the last field). */
#define WIRE_MESSAGES(X) \
    X(WIRE_HELLO, "BBHXHBBBB") \
    X(WIRE_PRESSED, "HHLRB") \
    X(WIRE_PULSE, "RLBHHHB") \
    X(WIRE_DONE, "B") \
    X(WIRE_REFUSED, "BB") \
    X(WIRE_QUERY, "BB") \
    X(WIRE_ACK, "HH") \
    X(WIRE_LIGHTS, "BHH") \
    X(WIRE_SCORES, "BBhhhh") \
    X(WIRE_CLOCKS, "BBhhhh") \
    X(WIRE_TEXT, "BT")

#endif
