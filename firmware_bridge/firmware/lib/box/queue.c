#include "queue.h"

#include <stddef.h>
#include <string.h>

#include "hal.h"
#include "wire_frame.h"

#define MAGIC 0x57B1

typedef struct {
    uint16_t magic;
    uint16_t serial; /* of two sound heads the one with the later serial counts */
    uint16_t dropped;
    uint8_t first;
    uint8_t count;
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
    return wire_crc((const char *)state, offsetof(queue_state, crc));
}

static uint16_t slot_crc(const queue_slot *slot)
{
    return wire_crc((const char *)&slot->event, sizeof slot->event);
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
    if (state->magic != MAGIC || state->crc != state_crc(state)
        || state->count > WIRE_QUEUE_SLOTS || state->first >= WIRE_QUEUE_SLOTS)
        return 0;
    for (uint8_t i = 0; i < state->count; i++) {
        const queue_slot *slot = &slots[(state->first + i) % WIRE_QUEUE_SLOTS];
        if (slot->crc != slot_crc(slot))
            return 0;
    }
    return 1;
}

uint32_t queue_start(void)
{
    uint8_t sound0 = is_sound(&states[0]), sound1 = is_sound(&states[1]);
    if (!sound0 && !sound1) {
        memset(states, 0, sizeof states);
        memset(&now, 0, sizeof now);
        now.magic = MAGIC;
        save(0);
    } else if (sound0 && sound1) {
        now = states[(int16_t)(states[1].serial - states[0].serial) > 0];
    } else {
        now = states[sound1];
    }
    return now.clock_ms;
}

uint8_t queue_push(const queue_event *event, uint32_t now_ms)
{
    if (now.count == WIRE_QUEUE_SLOTS) {
        if (now.dropped < 0xFFFF)
            now.dropped++;
        save(now_ms);
        return 0;
    }
    queue_slot *slot = &slots[(now.first + now.count) % WIRE_QUEUE_SLOTS];
    memset(slot, 0, sizeof *slot); /* also what lies between the fields: the checksum sees it */
    slot->event.boot = event->boot;
    slot->event.event = event->event;
    slot->event.at_ms = event->at_ms;
    slot->event.button = event->button;
    slot->event.kind = event->kind;
    slot->crc = slot_crc(slot);
    now.count++;
    save(now_ms);
    return 1;
}

const queue_event *queue_head(void)
{
    return now.count ? &slots[now.first].event : 0;
}

void queue_pop(uint32_t now_ms)
{
    if (!now.count)
        return;
    now.first = (now.first + 1) % WIRE_QUEUE_SLOTS;
    now.count--;
    save(now_ms);
}

void queue_tick(uint32_t now_ms)
{
    save(now_ms);
}

uint8_t queue_count(void)
{
    return now.count;
}

uint16_t queue_dropped(void)
{
    return now.dropped;
}
