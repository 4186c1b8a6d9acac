#include "box.h"

#include <string.h>

#include "character_display.h"
#include "digit_display.h"
#include "hal.h"
#include "identity.h"
#include "queue.h"
#include "screen.h"
#include "wire_frame.h"

static identity self;
static uint16_t last_event;
static uint32_t clock_start_ms; /* what the clock that goes on over resets showed at the start */
static wire_receiver receiver;
static screen_state screen;

static uint16_t bad_frames;
static uint32_t heard_ms, pulse_ms, sent_ms;
static uint16_t resend_ms;
static uint8_t heard, event_due, hello_due;
static uint8_t lights_on, lights_blink, lights_shown;
static uint8_t display_seen;

static uint32_t clock_ms(void)
{
    return clock_start_ms + hal_ms();
}

/* ---- out ---------------------------------------------------------------------------------- */

static uint8_t say(wire_message *message)
{
    char frame[WIRE_MAX_FRAME];
    return hal_write(frame, wire_encode(message, frame));
}

static uint8_t say_hello(uint8_t seq)
{
    wire_message m = {.tag = WIRE_HELLO};
    m.value[WIRE_HELLO_SEQ] = seq;
    m.value[WIRE_HELLO_PROTOCOL] = WIRE_PROTOCOL;
    m.value[WIRE_HELLO_FIRMWARE] = BOX_FIRMWARE;
    m.value[WIRE_HELLO_UID] = self.uid;
    m.value[WIRE_HELLO_BOOT] = self.boot;
    m.value[WIRE_HELLO_PLAYERS] = BOX_PLAYERS;
    m.value[WIRE_HELLO_BUTTONS] = ((1 << BOX_PLAYERS) - 1) | 1 << WIRE_BUTTON_CHALLENGE
                                  | 1 << WIRE_BUTTON_PASS | 1 << WIRE_BUTTON_UNDO
                                  | 1 << WIRE_BUTTON_PAUSE;
    m.value[WIRE_HELLO_FEATURES] = 1 << WIRE_FEATURE_LIGHTS | 1 << WIRE_FEATURE_DIGIT_DISPLAY;
    if (character_display_is_there())
        m.value[WIRE_HELLO_FEATURES] |= 1 << WIRE_FEATURE_CHARACTER_DISPLAY;
    m.value[WIRE_HELLO_SLOTS] = WIRE_QUEUE_SLOTS;
    return say(&m);
}

static uint8_t say_pulse(void)
{
    wire_message m = {.tag = WIRE_PULSE};
    m.value[WIRE_PULSE_UPTIME_S] = hal_ms() / 1000;
    m.value[WIRE_PULSE_QUEUED] = queue_count();
    m.value[WIRE_PULSE_DROPPED] = queue_dropped();
    m.value[WIRE_PULSE_BAD_FRAMES] = bad_frames;
    m.value[WIRE_PULSE_OVERRUNS] = hal_overruns();
    return say(&m);
}

static uint8_t say_event(const queue_event *event)
{
    wire_message m = {.tag = WIRE_PRESSED};
    uint32_t age_ds = (clock_ms() - event->at_ms) / 100;
    m.value[WIRE_PRESSED_BOOT] = event->boot;
    m.value[WIRE_PRESSED_EVENT] = event->event;
    m.value[WIRE_PRESSED_AGE_DS] = age_ds > WIRE_AGE_UNKNOWN_DS ? WIRE_AGE_UNKNOWN_DS : age_ds;
    m.value[WIRE_PRESSED_BUTTON] = event->button;
    m.value[WIRE_PRESSED_KIND] = event->kind;
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
    const queue_event *head = queue_head();
    if (head && head->boot == boot && head->event == event) {
        queue_pop(clock_ms());
        event_due = 1;
    }
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
        say_hello(m->value[WIRE_QUERY_SEQ]);
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

static void queue_bits(uint8_t bits, uint8_t kind)
{
    for (uint8_t button = 0; bits; button++, bits >>= 1) {
        if (!(bits & 1))
            continue;
        queue_event event = {.boot = self.boot, .button = button, .kind = kind};
        event.at_ms = clock_ms();
        event.event = last_event + 1;
        uint8_t was_empty = !queue_count();
        if (queue_push(&event, clock_ms()))
            last_event++;
        if (was_empty)
            event_due = 1;
    }
}

static void take_presses(void)
{
    uint8_t pressed, held;
    hal_lock();
    debounce_take(&pressed, &held);
    hal_unlock();
    queue_bits(pressed, WIRE_KIND_PRESS);
    queue_bits(held, WIRE_KIND_HOLD);
}

static void repeat_event(void)
{
    const queue_event *head = queue_head();
    if (!head)
        return;
    if (event_due)
        resend_ms = WIRE_RESEND_MS;
    else if (hal_ms() - sent_ms < resend_ms)
        return;
    if (!say_event(head))
        return; /* no room: the next round tries again */
    if (!event_due)
        resend_ms += WIRE_RESEND_MS / 2;
    if (resend_ms > WIRE_RESEND_MOST_MS)
        resend_ms = WIRE_RESEND_MOST_MS;
    event_due = 0;
    sent_ms = hal_ms();
}

static void light_up(void)
{
    uint8_t lit = lights_on;
    if (!heard || hal_ms() - heard_ms >= WIRE_OFFLINE_MS)
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

void box_start(void)
{
    clock_start_ms = queue_start();
    self = identity_start();
    wire_start(&receiver);
    screen_start(&screen, BOX_PLAYERS);
    digit_display_start();
    lights_shown = 0xFF;
    event_due = 1;
    hello_due = 1;
    redraw();
}

void box_loop(void)
{
    listen();
    take_presses();
    if (character_display_is_there() != display_seen) {
        display_seen = !display_seen;
        hello_due = 1;
    }
    if (hello_due && say_hello(0))
        hello_due = 0;
    repeat_event();
    if (hal_ms() - pulse_ms >= WIRE_PULSE_MS && say_pulse()) {
        pulse_ms = hal_ms();
        queue_tick(clock_ms());
    }
    light_up();
    character_display_step();
    digit_display_step();
}
