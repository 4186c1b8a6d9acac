#include "wire_frame.h"

#include <string.h>

/* Text that stays in flash: on an AVR constants would otherwise take RAM. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define ROM PROGMEM
#define rom_byte(place) ((char)pgm_read_byte(place))
#else
#define ROM
#define rom_byte(place) (*(place))
#endif

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

uint16_t wire_crc(const char *text, uint8_t length)
{
    uint16_t crc = 0xFFFF;
    while (length--) {
        crc ^= (uint8_t)*text++;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
    }
    return crc;
}

/* ---- out ---------------------------------------------------------------------------------- */

static char *put_hex(char *out, uint32_t value, uint8_t digits, char ten)
{
    for (uint8_t i = digits; i--;) {
        uint8_t digit = (value >> (4 * i)) & 15;
        *out++ = digit < 10 ? '0' + digit : ten + digit - 10;
    }
    return out;
}

static char *put_decimal(char *out, uint32_t value)
{
    char digits[10];
    uint8_t count = 0;
    do {
        digits[count++] = '0' + value % 10;
        value /= 10;
    } while (value);
    while (count)
        *out++ = digits[--count];
    return out;
}

static uint8_t is_text(char c)
{
    return c >= ' ' && c <= '~' && c != '$' && c != '*' && c != ',';
}

static char *put_text(char *out, const char *text)
{
    uint8_t length = 0;
    for (; text[length]; length++) {
        if (length == WIRE_TEXT_MAX || !is_text(text[length]))
            return 0;
        *out++ = text[length];
    }
    return out;
}

static char *put_field(char *out, char type, const wire_message *message, uint8_t index)
{
    uint32_t value = message->value[index];
    switch (type) {
    case 'B':
        return value > 0xFF ? 0 : put_decimal(out, value);
    case 'H':
        return value > 0xFFFF ? 0 : put_decimal(out, value);
    case 'h':
        if ((int32_t)value < -0x8000L || (int32_t)value > 0x7FFFL)
            return 0;
        if ((int32_t)value < 0) {
            *out++ = '-';
            value = -value;
        }
        return put_decimal(out, value);
    case 'X':
        return put_hex(out, value, 8, 'a');
    case 'T':
        return put_text(out, message->text);
    default:
        return put_decimal(out, value);
    }
}

uint8_t wire_encode(const wire_message *message, char *frame)
{
    const char *types = types_of(message->tag);
    char *out = frame;
    if (!types)
        return 0;
    *out++ = '$';
    *out++ = message->tag;
    for (uint8_t i = 0; rom_byte(types + i); i++) {
        *out++ = ',';
        out = put_field(out, rom_byte(types + i), message, i);
        if (!out)
            return 0;
    }
    uint16_t crc = wire_crc(frame + 1, (uint8_t)(out - frame - 1));
    *out++ = '*';
    out = put_hex(out, crc, 4, 'A');
    *out++ = '\n';
    return (uint8_t)(out - frame);
}

/* ---- in ----------------------------------------------------------------------------------- */

void wire_start(wire_receiver *receiver)
{
    receiver->inside = 0;
    receiver->length = 0;
}

/* Reads hexadecimal digits, letters from `ten`; 0 if there is anything else. */
static uint8_t get_hex(const char *in, uint8_t digits, char ten, uint32_t *value)
{
    *value = 0;
    while (digits--) {
        char c = *in++;
        uint8_t digit;
        if (c >= '0' && c <= '9')
            digit = c - '0';
        else if (c >= ten && c < ten + 6)
            digit = c - ten + 10;
        else
            return 0;
        *value = *value << 4 | digit;
    }
    return 1;
}

/* Reads the one form of a whole number, without sign, of at most `most`. */
static uint8_t get_decimal(const char *in, uint8_t length, uint32_t most, uint32_t *value)
{
    *value = 0;
    if (length == 0 || length > 10 || (length > 1 && *in == '0'))
        return 0;
    while (length--) {
        uint8_t digit = *in++ - '0';
        if (digit > 9 || *value > (most - digit) / 10)
            return 0;
        *value = *value * 10 + digit;
    }
    return 1;
}

static uint8_t get_signed(const char *in, uint8_t length, uint32_t *value)
{
    uint8_t negative = length && *in == '-';
    if (!get_decimal(in + negative, length - negative, negative ? 0x8000UL : 0x7FFFUL, value))
        return 0;
    if (negative) {
        if (!*value)
            return 0;
        *value = -*value;
    }
    return 1;
}

static uint8_t get_text(const char *in, uint8_t length, wire_message *message, uint8_t index)
{
    if (length > WIRE_TEXT_MAX)
        return 0;
    for (uint8_t i = 0; i < length; i++) {
        if (!is_text(in[i]))
            return 0;
        message->text[i] = in[i];
    }
    message->text[length] = 0;
    message->value[index] = length;
    return 1;
}

static uint8_t get_field(char type, const char *in, uint8_t length, wire_message *message,
                         uint8_t index)
{
    uint32_t *value = &message->value[index];
    switch (type) {
    case 'B':
        return get_decimal(in, length, 0xFF, value);
    case 'H':
        return get_decimal(in, length, 0xFFFF, value);
    case 'h':
        return get_signed(in, length, value);
    case 'X':
        return length == 8 && get_hex(in, 8, 'a', value);
    case 'T':
        return get_text(in, length, message, index);
    default:
        return get_decimal(in, length, 0xFFFFFFFFUL, value);
    }
}

static uint8_t read_fields(const char *in, const char *end, wire_message *message)
{
    const char *types = types_of(message->tag);
    uint8_t index = 0;
    if (!types)
        return WIRE_STRANGE;
    while (in < end) {
        const char *stop = ++in; /* the comma */
        char type = rom_byte(types + index);
        while (stop < end && *stop != ',')
            stop++;
        if (!type || !get_field(type, in, (uint8_t)(stop - in), message, index))
            return WIRE_GARBLED;
        index++;
        in = stop;
    }
    return rom_byte(types + index) ? WIRE_GARBLED : WIRE_MESSAGE;
}

static uint8_t read_frame(const wire_receiver *receiver, wire_message *message)
{
    const char *text = receiver->text;
    uint8_t body = 0;
    uint32_t crc;
    while (body < receiver->length && text[body] != '*')
        body++;
    if (receiver->length - body != 5 || !get_hex(text + body + 1, 4, 'A', &crc)
        || crc != wire_crc(text, body))
        return WIRE_GARBLED;
    if (!body || (body > 1 && text[1] != ','))
        return WIRE_STRANGE;
    message->tag = text[0];
    message->text[0] = 0;
    return read_fields(text + 1, text + body, message);
}

uint8_t wire_receive(wire_receiver *receiver, uint8_t byte, wire_message *message)
{
    uint8_t broke_off = receiver->inside && receiver->length;
    if (byte == '$') {
        receiver->inside = 1;
        receiver->length = 0;
        return broke_off ? WIRE_GARBLED : WIRE_NOTHING;
    }
    if (!receiver->inside)
        return WIRE_NOTHING;
    if (byte == '\n' || byte == '\r') {
        receiver->inside = 0;
        return receiver->length ? read_frame(receiver, message) : WIRE_NOTHING;
    }
    if (receiver->length >= WIRE_MAX_FRAME - 2) {
        receiver->inside = 0;
        return WIRE_GARBLED;
    }
    receiver->text[receiver->length++] = (char)byte;
    return WIRE_NOTHING;
}
