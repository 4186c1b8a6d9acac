#include "queue.h"

#include <stddef.h>
#include <string.h>

#include "hal.h"
#include "wire_frame.h"

#define MAGIC 0x57B2

typedef struct {
    uint16_t magic;
    uint16_t serial; /* of two sound heads the one with the later serial counts */
    uint16_t dropped;
    uint16_t boot;
    uint16_t last_event;
    uint8_t resets;
    uint8_t first;
    uint8_t count;
    uint8_t spare;
    uint32_t clock_ms;
    uint16_t crc;
} queue_state;

typedef struct {
    queue_event event;
    uint16_t crc;
} queue_slot;

/* The state is kept twice and written in turns: a reset in the middle of a write leaves the
   other one sound. A slot is written before the state that counts it. */
static queue_state states[2] HAL_KEPT;
static queue_slot slots[WIRE_QUEUE_SLOTS] HAL_KEPT;

static queue_state now;

static uint16_t state_crc(const queue_state *state)
{
    return (uint16_t)wire_crc(state, offsetof(queue_state, crc));
}

static uint16_t slot_crc(const queue_slot *slot)
{
    return (uint16_t)wire_crc(&slot->event, sizeof slot->event);
}

static void save(uint32_t now_ms)
{
    now.serial++;
    now.clock_ms = now_ms;
    now.crc = state_crc(&now);
    states[now.serial & 1] = now;
}

static uint8_t is_sound(const queue_state *state)
{
    return state->magic == MAGIC && state->crc == state_crc(state)
           && state->count <= WIRE_QUEUE_SLOTS && state->first < WIRE_QUEUE_SLOTS;
}

/* Memory that has suffered loses its events, and says so; the counting goes on. */
static void drop_if_spoilt(void)
{
    for (uint8_t i = 0; i < now.count; i++) {
        const queue_slot *slot = &slots[(now.first + i) % WIRE_QUEUE_SLOTS];
        if (slot->crc != slot_crc(slot)) {
            now.dropped += now.count;
            now.count = 0;
        }
    }
}

uint8_t queue_start(void)
{
    uint8_t sound0 = is_sound(&states[0]), sound1 = is_sound(&states[1]);
    if (!sound0 && !sound1) {
        memset(states, 0, sizeof states);
        memset(&now, 0, sizeof now);
        now.magic = MAGIC;
        save(0);
        return 0;
    }
    if (sound0 && sound1)
        now = states[(int16_t)(states[1].serial - states[0].serial) > 0];
    else
        now = states[sound1];
    drop_if_spoilt();
    now.resets++;
    save(now.clock_ms);
    return 1;
}

void queue_begin(uint16_t boot)
{
    now.boot = boot;
    now.last_event = 0;
    now.resets = 0;
    save(now.clock_ms);
}

uint16_t queue_boot(void)
{
    return now.boot;
}

uint8_t queue_resets(void)
{
    return now.resets;
}

uint16_t queue_last_event(void)
{
    return now.last_event;
}

uint8_t queue_push(uint8_t what, uint32_t now_ms)
{
    if (now.count == WIRE_QUEUE_SLOTS || now.last_event == 0xFFFF) {
        if (now.dropped < 0xFFFF)
            now.dropped++;
        save(now_ms);
        return 0;
    }
    queue_slot *slot = &slots[(now.first + now.count) % WIRE_QUEUE_SLOTS];
    memset(slot, 0, sizeof *slot); /* also what lies between the fields: the checksum sees it */
    slot->event.at_ms = now_ms;
    slot->event.event = ++now.last_event;
    slot->event.what = what;
    slot->crc = slot_crc(slot);
    now.count++;
    save(now_ms);
    return 1;
}

const queue_event *queue_at(uint8_t place)
{
    return place < now.count ? &slots[(now.first + place) % WIRE_QUEUE_SLOTS].event : 0;
}

uint8_t queue_pop_through(uint16_t boot, uint16_t event, uint32_t now_ms)
{
    /* They stand in a row without gaps, and end with the last. */
    uint16_t after = now.last_event - event;
    if (boot != now.boot || after >= now.count)
        return 0;
    uint8_t gone = now.count - after;
    now.first = (now.first + gone) % WIRE_QUEUE_SLOTS;
    now.count -= gone;
    save(now_ms);
    return gone;
}

void queue_tick(uint32_t now_ms)
{
    save(now_ms);
}

uint32_t queue_clock(void)
{
    return now.clock_ms;
}

uint8_t queue_count(void)
{
    return now.count;
}

uint16_t queue_dropped(void)
{
    return now.dropped;
}
