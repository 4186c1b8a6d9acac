/* Throws messages, spoilt messages and nonsense at the C half of the codec: `wire_fuzz SEED ROUNDS`.

   What is sent whole is read whole, whatever came before; and what is read has exactly one
   form, so that written again it is byte for byte what arrived. Ends with 1 at the first fault.
   Compiled with the sanitizers, which watch the memory. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire_frame.h"

#define KIND(tag, types) {tag, types},
static const struct {
    char tag;
    char types[WIRE_MAX_FIELDS + 1];
} KINDS[] = {WIRE_MESSAGES(KIND)};
#define COUNT (sizeof KINDS / sizeof KINDS[0])

static uint64_t state;
static uint8_t since_flag[512] = {WIRE_FLAG};
static unsigned since = 1;
static unsigned long whole, sound, garbled, strange;

static uint32_t chance(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static uint32_t below(uint32_t most)
{
    return chance() % most;
}

/* A number of so many bits, the extremes more often than chance would have them. */
static uint32_t number(int bits)
{
    uint32_t all = bits == 32 ? 0xFFFFFFFFu : (1u << bits) - 1;
    switch (below(6)) {
    case 0: return 0;
    case 1: return all;
    case 2: return all >> 1;
    default: return chance() & all;
    }
}

static void make(wire_message *m)
{
    unsigned which = below(COUNT);
    memset(m, 0, sizeof *m);
    m->tag = KINDS[which].tag;
    for (unsigned i = 0; KINDS[which].types[i]; i++)
        switch (KINDS[which].types[i]) {
        case 'B': m->value[i] = number(8); break;
        case 'H':
        case 'R': m->value[i] = number(16); break;
        case 'h': m->value[i] = (uint32_t)(int16_t)number(16); break;
        case 'T':
            m->value[i] = below(WIRE_TEXT_MAX + 1);
            for (uint32_t c = 0; c < m->value[i]; c++)
                m->text[c] = (char)(' ' + below('~' - ' ' + 1));
            break;
        default: m->value[i] = number(32);
        }
}

static void fail(const char *what)
{
    printf("%s:", what);
    for (unsigned i = 0; i < since; i++)
        printf(" %02X", since_flag[i]);
    puts("");
    exit(1);
}

/* Gives a byte to the receiver and checks what it makes of it. */
static uint8_t give(wire_receiver *receiver, uint8_t byte, wire_message *read)
{
    uint8_t again[WIRE_MAX_FRAME];
    if (since < sizeof since_flag)
        since_flag[since++] = byte;
    uint8_t found = wire_receive(receiver, byte, read);
    garbled += found == WIRE_GARBLED;
    strange += found == WIRE_STRANGE;
    if (found == WIRE_MESSAGE) {
        sound++;
        uint8_t length = wire_encode(read, again);
        if (!length || length != since || memcmp(again, since_flag, length))
            fail("read, but not in its one form");
    }
    if (byte == WIRE_FLAG) { /* it may begin the next one as well */
        since_flag[0] = byte;
        since = 1;
    }
    return found;
}

static void give_whole(wire_receiver *receiver, const wire_message *m, const uint8_t *frame,
                       uint8_t length)
{
    wire_message read;
    uint8_t found = WIRE_NOTHING;
    memset(&read, 0xA5, sizeof read);
    for (uint8_t i = 0; i < length; i++)
        found = give(receiver, frame[i], &read);
    if (found != WIRE_MESSAGE || read.tag != m->tag)
        fail("sent whole, not read");
    whole++;
}

static void give_spoilt(wire_receiver *receiver, uint8_t *frame, uint8_t length)
{
    static const uint8_t LIKELY[] = {WIRE_FLAG, WIRE_ESCAPE, WIRE_FLAG ^ WIRE_FLIP,
                                     WIRE_ESCAPE ^ WIRE_FLIP, 0, 1, 0x7F, 0x80, 0xFF};
    wire_message read;
    for (uint32_t times = 1 + below(3); times--;) {
        uint8_t at = below(length);
        switch (below(3)) {
        case 0: frame[at] ^= (uint8_t)(1 << below(8)); break;
        case 1: frame[at] = LIKELY[below(sizeof LIKELY)]; break;
        default: memmove(frame + at, frame + at + 1, --length - at);
        }
        if (!length)
            return;
    }
    for (uint8_t i = 0; i < length; i++)
        give(receiver, frame[i], &read);
}

/* A sound frame of a kind that does not exist. */
static void give_strange(wire_receiver *receiver)
{
    uint8_t body[16] = {'Z'}, length = (uint8_t)(1 + below(8));
    wire_message read;
    for (uint8_t i = 1; i < length; i++)
        body[i] = (uint8_t)chance();
    uint32_t crc = wire_crc(body, length);
    for (uint8_t i = 0; i < 4; i++)
        body[length++] = (uint8_t)(crc >> 8 * i);
    give(receiver, WIRE_FLAG, &read);
    for (uint8_t i = 0; i < length; i++)
        if (body[i] == WIRE_FLAG || body[i] == WIRE_ESCAPE) {
            give(receiver, WIRE_ESCAPE, &read);
            give(receiver, body[i] ^ WIRE_FLIP, &read);
        } else {
            give(receiver, body[i], &read);
        }
    if (give(receiver, WIRE_FLAG, &read) != WIRE_STRANGE)
        fail("of no kind, and not told so");
}

int main(int argc, char **argv)
{
    wire_receiver receiver;
    wire_message m, read;
    uint8_t frame[WIRE_MAX_FRAME];
    if (argc != 3)
        return 2;
    state = strtoull(argv[1], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
    wire_start(&receiver);
    for (unsigned long rounds = strtoul(argv[2], NULL, 10); rounds--;) {
        make(&m);
        uint8_t length = wire_encode(&m, frame);
        if (!length || length > WIRE_MAX_FRAME)
            fail("cannot be written");
        switch (below(4)) {
        case 0: give_whole(&receiver, &m, frame, length); break;
        case 1: give_spoilt(&receiver, frame, length); break;
        case 2: give_strange(&receiver); break;
        default:
            for (uint32_t bytes = below(200); bytes--;)
                give(&receiver, (uint8_t)chance(), &read);
        }
    }
    printf("%lu whole, %lu read, %lu garbled, %lu strange\n", whole, sound, garbled, strange);
    return 0;
}
