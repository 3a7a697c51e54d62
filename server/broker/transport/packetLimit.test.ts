import fc from 'fast-check'
import { parser, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { encodePublish, PacketSizeLimiter } from './packetLimit.ts'

test('a publication is read back as it was written', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
      fc.uint8Array({ maxLength: 20_000 }),
      fc.boolean(),
      (topic, payload, retain) => {
        const packets: Packet[] = []
        const reader = parser()
        reader.on('packet', (packet) => packets.push(packet))
        reader.parse(encodePublish(topic, Buffer.from(payload), retain))
        expect(packets).toMatchObject([
          { cmd: 'publish', topic: Buffer.from(topic).toString(), qos: 0, retain, payload: Buffer.from(payload) },
        ])
      },
    ),
    { numRuns: 200 },
  )
})

test('packets within the limit pass however they are cut up, the first byte over it does not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (lengths, step) => {
        const stream = Buffer.concat(lengths.map((length) => encodePublish('t', Buffer.alloc(length), false)))
        const admits = (most: number): boolean => {
          const gate = new PacketSizeLimiter(most)
          for (let at = 0; at < stream.length; at += step)
            if (!gate.admits(stream.subarray(at, at + step))) return false
          return true
        }
        const longest = Math.max(...lengths) + 3
        expect(admits(longest)).toBe(true)
        expect(admits(longest - 1)).toBe(false)
      },
    ),
  )
})

test('a length of five bytes is refused', () => {
  expect(new PacketSizeLimiter(2 ** 40).admits(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBe(false)
})
