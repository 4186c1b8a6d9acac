#include "box.h"

#include <string.h>

#include "character_display.h"
#include "digit_display.h"
#include "hal.h"
#include "identity.h"
#include "queue.h"
#include "screen.h"
#include "wire_frame.h"

#define ALL_PLAYERS ((1 << BOX_PLAYERS) - 1)
#define SAVE_MS 16

static uint32_t uid;
static uint32_t clock_start_ms; /* what the clock that goes on over resets showed at the start */
static wire_receiver receiver;
static screen_state screen;

static uint16_t bad_frames;
static uint32_t heard_ms, pulse_ms, saved_ms, round_ms;
static uint8_t heard;
static uint8_t sent;  /* events of the queue's front that were sent at least once */
static uint8_t again; /* the next of them to be repeated in this round */
static uint8_t hellos, hello_seq;
static uint8_t lights_on, lights_blink, lights_shown;
static uint8_t display_seen;

static uint32_t clock_ms(void)
{
    return clock_start_ms + hal_ms();
}

static uint8_t is_alone(void)
{
    return !heard || hal_ms() - heard_ms >= WIRE_OFFLINE_MS;
}

/* ---- out ---------------------------------------------------------------------------------- */

static uint8_t say(wire_message *message)
{
    uint8_t frame[WIRE_MAX_FRAME];
    return hal_write(frame, wire_encode(message, frame));
}

static uint8_t say_hello(void)
{
    wire_message m = {.tag = WIRE_HELLO};
    m.value[WIRE_HELLO_PROTOCOL] = WIRE_PROTOCOL;
    m.value[WIRE_HELLO_SEQ] = hello_seq;
    m.value[WIRE_HELLO_FIRMWARE] = BOX_FIRMWARE;
    m.value[WIRE_HELLO_UID] = uid;
    m.value[WIRE_HELLO_BOOT] = queue_boot();
    m.value[WIRE_HELLO_START] = queue_resets();
    m.value[WIRE_HELLO_PLAYERS] = BOX_PLAYERS;
    m.value[WIRE_HELLO_BUTTONS] = ALL_PLAYERS | 1 << WIRE_BUTTON_CHALLENGE | 1 << WIRE_BUTTON_PASS
                                  | 1 << WIRE_BUTTON_UNDO | 1 << WIRE_BUTTON_PAUSE;
    m.value[WIRE_HELLO_FEATURES] = 1 << WIRE_FEATURE_LIGHTS | 1 << WIRE_FEATURE_DIGIT_DISPLAY;
    if (character_display_is_there())
        m.value[WIRE_HELLO_FEATURES] |= 1 << WIRE_FEATURE_CHARACTER_DISPLAY;
    return say(&m);
}

/* One of several: noise may spoil any. */
static void greet(uint8_t seq)
{
    hello_seq = seq;
    hellos = WIRE_HELLO_TIMES;
    pulse_ms = hal_ms() - WIRE_PULSE_MS; /* at once: the computer wants to compare clocks */
}

static uint8_t say_pulse(void)
{
    wire_message m = {.tag = WIRE_PULSE};
    m.value[WIRE_PULSE_SENT_MS] = (uint16_t)clock_ms();
    m.value[WIRE_PULSE_UPTIME_S] = hal_ms() / 1000;
    m.value[WIRE_PULSE_QUEUED] = queue_count();
    m.value[WIRE_PULSE_DROPPED] = queue_dropped();
    m.value[WIRE_PULSE_BAD_FRAMES] = bad_frames;
    m.value[WIRE_PULSE_OVERRUNS] = hal_overruns();
    m.value[WIRE_PULSE_DOWN] = debounce_down();
    return say(&m);
}

static uint8_t say_event(uint8_t place)
{
    const queue_event *event = queue_at(place);
    wire_message m = {.tag = WIRE_PRESSED};
    m.value[WIRE_PRESSED_BOOT] = queue_boot();
    m.value[WIRE_PRESSED_EVENT] = event->event;
    m.value[WIRE_PRESSED_AGE_MS] = clock_ms() - event->at_ms;
    m.value[WIRE_PRESSED_SENT_MS] = (uint16_t)clock_ms();
    m.value[WIRE_PRESSED_WHAT] = event->what + (place ? WIRE_LATER_WHAT : 0);
    return say(&m);
}

static void answer(uint8_t seq, uint8_t reason)
{
    wire_message m = {.tag = reason ? WIRE_REFUSED : WIRE_DONE};
    m.value[0] = seq;
    m.value[1] = reason;
    say(&m);
}

/* ---- in ----------------------------------------------------------------------------------- */

static uint8_t is_player(uint32_t value)
{
    return value < 4 || value == WIRE_NOBODY;
}

static uint8_t carry_out(const wire_message *m)
{
    const uint32_t *value = m->value;
    switch (m->tag) {
    case WIRE_LIGHTS:
        lights_on = value[WIRE_LIGHTS_ON];
        lights_blink = value[WIRE_LIGHTS_BLINK];
        return 0;
    case WIRE_SCORES:
        if (!is_player(value[WIRE_SCORES_TURN]))
            return WIRE_REASON_BAD_VALUE;
        screen.turn = value[WIRE_SCORES_TURN];
        for (uint8_t i = 0; i < 4; i++)
            screen.score[i] = (int16_t)value[WIRE_SCORES_SCORE_1 + i];
        return 0;
    case WIRE_CLOCKS:
        if (!is_player(value[WIRE_CLOCKS_RUNNING]))
            return WIRE_REASON_BAD_VALUE;
        screen.running = value[WIRE_CLOCKS_RUNNING];
        for (uint8_t i = 0; i < 4; i++)
            screen.left_s[i] = (int16_t)value[WIRE_CLOCKS_LEFT_1_S + i];
        return 0;
    default: /* WIRE_TEXT */
        memcpy(screen.text, m->text, sizeof screen.text);
        return 0;
    }
}

static void acknowledged(uint16_t boot, uint16_t event)
{
    uint8_t gone = queue_pop_through(boot, event, clock_ms());
    sent -= gone < sent ? gone : sent;
    again -= gone < again ? gone : again;
}

static void redraw(void)
{
    char rows[SCREEN_ROWS][SCREEN_COLUMNS];
    uint8_t digits[SCREEN_DIGITS];
    screen_characters(&screen, rows);
    screen_digits(&screen, digits);
    character_display_show(rows);
    digit_display_show(digits);
}

static void understood(const wire_message *m)
{
    heard_ms = hal_ms();
    heard = 1;
    switch (m->tag) {
    case WIRE_QUERY:
        greet(m->value[WIRE_QUERY_SEQ]);
        break;
    case WIRE_ACK:
        acknowledged(m->value[WIRE_ACK_BOOT], m->value[WIRE_ACK_EVENT]);
        break;
    case WIRE_LIGHTS:
    case WIRE_SCORES:
    case WIRE_CLOCKS:
    case WIRE_TEXT:
        answer(m->value[0], carry_out(m));
        redraw();
        break;
    default: /* a message that only a box sends: our own voice, come back */
        break;
    }
}

static void listen(void)
{
    static wire_message message;
    int16_t byte;
    while ((byte = hal_read()) >= 0) {
        switch (wire_receive(&receiver, (uint8_t)byte, &message)) {
        case WIRE_MESSAGE:
            understood(&message);
            break;
        case WIRE_STRANGE:
            answer(0, WIRE_REASON_UNKNOWN);
            break;
        case WIRE_GARBLED:
            bad_frames++;
            break;
        }
    }
}

/* ---- buttons and lights ------------------------------------------------------------------- */

static void queue_bits(uint8_t bits, uint8_t added)
{
    uint32_t at_ms = clock_ms() - WIRE_DEBOUNCE_MS; /* when the contact closed */
    for (uint8_t button = 0; bits; button++, bits >>= 1) {
        if (!(bits & 1))
            continue;
        if (queue_last_event() == 0xFFFF && !queue_count())
            queue_begin(identity_next_boot());
        if (!queue_last_event())
            identity_use_boot(queue_boot());
        queue_push(button + added, at_ms);
    }
}

static void take_presses(void)
{
    uint8_t pressed, held;
    hal_lock();
    debounce_take(&pressed, &held);
    hal_unlock();
    queue_bits(pressed, 0);
    queue_bits(held, WIRE_HELD_WHAT);
}

/* Sends what is new at once, and all that is sent again and again, without growing patient: on a
   bad line that is what gets it through. Where there is no room, the next round tries again. */
static void send_events(void)
{
    uint8_t window = queue_count() < WIRE_WINDOW ? queue_count() : WIRE_WINDOW;
    while (sent < window && say_event(sent)) {
        again = ++sent;
        round_ms = hal_ms();
    }
    if (again >= sent) {
        if (!sent || hal_ms() - round_ms < (is_alone() ? WIRE_ALONE_MS : WIRE_RESEND_MS))
            return;
        round_ms = hal_ms();
        again = 0;
    }
    while (again < sent && say_event(again))
        again++;
}

static void light_up(void)
{
    uint8_t lit = lights_on;
    if (is_alone())
        lit = 1 << ((hal_ms() / WIRE_BLINK_MS) % BOX_PLAYERS); /* alone: one light goes round */
    else if ((hal_ms() / WIRE_BLINK_MS) & 1)
        lit |= lights_blink;
    else
        lit &= ~lights_blink;
    if (lit != lights_shown) {
        lights_shown = lit;
        hal_lights(lit);
    }
}

/* A clock that nobody keeps right is not shown. */
static void show_whether_alone(void)
{
    if (screen.alone == is_alone())
        return;
    screen.alone = !screen.alone;
    redraw();
}

void box_start(void)
{
    uint8_t was_reset = queue_start();
    uid = identity_uid();
    if (!was_reset)
        queue_begin(identity_next_boot());
    clock_start_ms = queue_clock();
    wire_start(&receiver);
    screen_start(&screen, BOX_PLAYERS);
    digit_display_start();
    lights_shown = 0xFF;
    again = 0xFF;
    greet(0);
    redraw();
}

void box_loop(void)
{
    listen();
    take_presses();
    if (character_display_is_there() != display_seen) {
        display_seen = !display_seen;
        greet(0);
    }
    if (hellos && say_hello())
        hellos--;
    send_events();
    if (hal_ms() - pulse_ms >= WIRE_PULSE_MS && say_pulse())
        pulse_ms = hal_ms();
    if (hal_ms() - saved_ms >= SAVE_MS) {
        saved_ms = hal_ms();
        queue_tick(clock_ms());
    }
    light_up();
    show_whether_alone();
    character_display_step();
    digit_display_step();
}
