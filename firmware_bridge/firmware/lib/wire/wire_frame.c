#include "wire_frame.h"

/* Text that stays in flash: on an AVR constants would otherwise take RAM. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define ROM PROGMEM
#define rom_byte(place) ((char)pgm_read_byte(place))
#else
#define ROM
#define rom_byte(place) (*(place))
#endif

#define CRC_BYTES 4

/* Each kind of message: its letter, then the types of its fields. */
typedef struct {
    char tag;
    char types[WIRE_MAX_FIELDS + 1];
} kind;

#define KIND(tag, types) {tag, types},
static const kind kinds[] ROM = {WIRE_MESSAGES(KIND)};
#define KINDS (sizeof kinds / sizeof kinds[0])

static const char *types_of(char tag)
{
    for (uint8_t i = 0; i < KINDS; i++)
        if (rom_byte(&kinds[i].tag) == tag)
            return kinds[i].types;
    return 0;
}

uint32_t wire_crc(const void *bytes, uint8_t length)
{
    const uint8_t *byte = bytes;
    uint32_t crc = 0xFFFFFFFFUL;
    while (length--) {
        crc ^= *byte++;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320UL : crc >> 1;
    }
    return ~crc;
}

/* Bytes of the types whose length is fixed; 0 for the others. */
static uint8_t size_of(char type)
{
    return type == 'B' ? 1 : type == 'R' || type == 'h' ? 2 : type == 'X' ? 4 : 0;
}

static uint8_t is_text(char c)
{
    return c >= ' ' && c <= '~';
}

/* ---- out ---------------------------------------------------------------------------------- */

static uint8_t *put_bytes(uint8_t *out, uint32_t value, uint8_t size)
{
    for (; size; size--, value >>= 8)
        *out++ = (uint8_t)value;
    return out;
}

static uint8_t *put_number(uint8_t *out, uint32_t value)
{
    for (; value > 0x7F; value >>= 7)
        *out++ = (uint8_t)value | 0x80;
    *out++ = (uint8_t)value;
    return out;
}

static uint8_t *put_text(uint8_t *out, const char *text)
{
    for (uint8_t length = 0; text[length]; length++) {
        if (length == WIRE_TEXT_MAX || !is_text(text[length]))
            return 0;
        *out++ = (uint8_t)text[length];
    }
    return out;
}

static uint8_t *put_field(uint8_t *out, char type, const wire_message *message, uint8_t index)
{
    uint32_t value = message->value[index];
    switch (type) {
    case 'T':
        return put_text(out, message->text);
    case 'h':
        if ((int32_t)value < -0x8000L || (int32_t)value > 0x7FFFL)
            return 0;
        break;
    case 'B':
        if (value > 0xFF)
            return 0;
        break;
    case 'H':
    case 'R':
        if (value > 0xFFFF)
            return 0;
        break;
    }
    return size_of(type) ? put_bytes(out, value, size_of(type)) : put_number(out, value);
}

uint8_t wire_encode(const wire_message *message, uint8_t *frame)
{
    const char *types = types_of(message->tag);
    uint8_t body[WIRE_MAX_BODY], *end = body, *out = frame;
    if (!types)
        return 0;
    *end++ = (uint8_t)message->tag;
    for (uint8_t i = 0; rom_byte(types + i); i++) {
        end = put_field(end, rom_byte(types + i), message, i);
        if (!end)
            return 0;
    }
    end = put_bytes(end, wire_crc(body, (uint8_t)(end - body)), CRC_BYTES);
    *out++ = WIRE_FLAG;
    for (const uint8_t *in = body; in < end; in++) {
        uint8_t byte = *in;
        if (byte == WIRE_FLAG || byte == WIRE_ESCAPE) {
            *out++ = WIRE_ESCAPE;
            byte ^= WIRE_FLIP;
        }
        *out++ = byte;
    }
    *out++ = WIRE_FLAG;
    return (uint8_t)(out - frame);
}

/* ---- in ----------------------------------------------------------------------------------- */

enum { PLAIN, ESCAPED, SPOILT };

void wire_start(wire_receiver *receiver)
{
    receiver->state = PLAIN;
    receiver->length = 0;
}

static uint32_t get_bytes(const uint8_t *in, uint8_t size)
{
    uint32_t value = 0;
    while (size--)
        value = value << 8 | in[size];
    return value;
}

/* Reads the one form of a whole number of at most `most`; returns where it ends, or 0. */
static const uint8_t *get_number(const uint8_t *in, const uint8_t *end, uint32_t most,
                                 uint32_t *value)
{
    *value = 0;
    for (uint8_t shift = 0; in < end; shift += 7) {
        uint8_t byte = *in++, bits = byte & 0x7F;
        if (shift > 28 || bits > most >> shift || (shift && !byte))
            return 0;
        *value |= (uint32_t)bits << shift;
        if (byte < 0x80)
            return *value > most ? 0 : in;
    }
    return 0;
}

static const uint8_t *get_text(const uint8_t *in, const uint8_t *end, wire_message *message,
                               uint8_t index)
{
    uint8_t length = (uint8_t)(end - in);
    if (length > WIRE_TEXT_MAX)
        return 0;
    for (uint8_t i = 0; i < length; i++) {
        if (!is_text((char)in[i]))
            return 0;
        message->text[i] = (char)in[i];
    }
    message->text[length] = 0;
    message->value[index] = length;
    return end;
}

static const uint8_t *get_field(char type, const uint8_t *in, const uint8_t *end,
                                wire_message *message, uint8_t index)
{
    uint32_t *value = &message->value[index];
    uint8_t size = size_of(type);
    if (type == 'T')
        return get_text(in, end, message, index);
    if (!size)
        return get_number(in, end, type == 'H' ? 0xFFFFUL : 0xFFFFFFFFUL, value);
    if (end - in < size)
        return 0;
    *value = get_bytes(in, size);
    if (type == 'h')
        *value = (uint32_t)(int32_t)(int16_t)*value;
    return in + size;
}

static uint8_t read_frame(const wire_receiver *receiver, wire_message *message)
{
    const uint8_t *in = receiver->body;
    if (receiver->state != PLAIN || receiver->length <= CRC_BYTES)
        return WIRE_GARBLED;
    uint8_t length = receiver->length - CRC_BYTES;
    const uint8_t *end = in + length;
    if (get_bytes(end, CRC_BYTES) != wire_crc(in, length))
        return WIRE_GARBLED;
    message->tag = (char)*in++;
    message->text[0] = 0;
    const char *types = types_of(message->tag);
    if (!types)
        return WIRE_STRANGE;
    for (uint8_t i = 0; rom_byte(types + i); i++) {
        in = get_field(rom_byte(types + i), in, end, message, i);
        if (!in)
            return WIRE_GARBLED;
    }
    return in == end ? WIRE_MESSAGE : WIRE_GARBLED;
}

uint8_t wire_receive(wire_receiver *receiver, uint8_t byte, wire_message *message)
{
    if (byte == WIRE_FLAG) {
        uint8_t found = WIRE_NOTHING;
        if (receiver->length || receiver->state != PLAIN)
            found = read_frame(receiver, message);
        wire_start(receiver);
        return found;
    }
    if (receiver->state == ESCAPED) {
        byte ^= WIRE_FLIP;
        receiver->state = byte == WIRE_FLAG || byte == WIRE_ESCAPE ? PLAIN : SPOILT;
    } else if (byte == WIRE_ESCAPE && receiver->state == PLAIN) {
        receiver->state = ESCAPED;
        return WIRE_NOTHING;
    }
    if (receiver->state == SPOILT || receiver->length == WIRE_MAX_BODY)
        receiver->state = SPOILT;
    else
        receiver->body[receiver->length++] = byte;
    return WIRE_NOTHING;
}
