#include "identity.h"

#include "hal.h"
#include "wire_frame.h"

/* Places: 0 the number of the box (4 bytes, 2 of checksum), 6 and 10 how often it was switched on
   (2 and 2), written in turns so that a power cut spoils the older one at most. */
#define UID 0
#define BOOTS(turn) (6 + 4 * ((turn) & 1))

static uint8_t recall(uint8_t place, uint8_t length, uint32_t *value)
{
    uint8_t bytes[4];
    *value = 0;
    for (uint8_t i = 0; i < length; i++) {
        bytes[i] = hal_recall(place + i);
        *value |= (uint32_t)bytes[i] << (8 * i);
    }
    uint16_t crc = hal_recall(place + length) | (uint16_t)hal_recall(place + length + 1) << 8;
    return crc == (uint16_t)wire_crc(bytes, length);
}

static void remember(uint8_t place, uint8_t length, uint32_t value)
{
    uint8_t bytes[4];
    for (uint8_t i = 0; i < length; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
        hal_remember(place + i, bytes[i]);
    }
    uint16_t crc = (uint16_t)wire_crc(bytes, length);
    hal_remember(place + length, crc & 0xFF);
    hal_remember(place + length + 1, crc >> 8);
}

uint32_t identity_uid(void)
{
    uint32_t uid;
    if (!recall(UID, 4, &uid)) {
        uid = hal_chance();
        remember(UID, 4, uid);
    }
    return uid;
}

uint16_t identity_next_boot(void)
{
    uint32_t even, odd;
    uint8_t has_even = recall(BOOTS(0), 2, &even), has_odd = recall(BOOTS(1), 2, &odd);
    uint32_t last = has_even ? even : 0;
    if (has_odd && (!has_even || (int16_t)(odd - even) > 0))
        last = odd;
    return (uint16_t)(last + 1);
}

void identity_use_boot(uint16_t boot)
{
    remember(BOOTS(boot), 2, boot);
}
