/* Frames of the wire protocol: portable C99, no operating system, no Arduino.h, no heap. */
#ifndef WIRE_FRAME_H
#define WIRE_FRAME_H

#include <stdint.h>

#include "wire_gen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A message. `value` holds the fields in the order of the protocol; numbers with a sign as two's
   complement; the entry of a text field is its length. */
typedef struct {
    char tag;
    uint32_t value[WIRE_MAX_FIELDS];
    char text[WIRE_TEXT_MAX + 1];
} wire_message;

/* What has arrived since the last flag. */
typedef struct {
    uint8_t state;
    uint8_t length;
    uint8_t body[WIRE_MAX_BODY];
} wire_receiver;

enum { WIRE_NOTHING, WIRE_MESSAGE, WIRE_STRANGE, WIRE_GARBLED };

/* CRC-32 as in zip and PNG. */
uint32_t wire_crc(const void *bytes, uint8_t length);

void wire_start(wire_receiver *receiver);

/* Takes one byte. WIRE_MESSAGE: `message` is complete. WIRE_STRANGE: a sound frame of an unknown
   kind. WIRE_GARBLED: a frame was damaged. WIRE_NOTHING: nothing is complete yet. */
uint8_t wire_receive(wire_receiver *receiver, uint8_t byte, wire_message *message);

/* Writes the frame of a message to `frame` (WIRE_MAX_FRAME bytes) and returns its length; 0 for
   a message that does not exist or a field out of its range. */
uint8_t wire_encode(const wire_message *message, uint8_t *frame);

#ifdef __cplusplus
}
#endif

#endif
