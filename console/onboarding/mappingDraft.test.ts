import { describe, expect, it } from 'vitest'
import { readMapping, suggestPoints } from '../../contract/mapping/index.ts'
import { discoverDevices } from './discovery.ts'
import { addPoint, addTopic, createDeviceName, createSerial, emptyMapping, guessDeviceLevel } from './mappingDraft.ts'
import { previewMapping } from './preview.ts'

const encoder = new TextEncoder()
const received = Date.UTC(2026, 2, 2)

describe('a mapping made of messages', () => {
  it('is valid and reads the message that it was made of', () => {
    const message = { topic: 'hall/meter12/data', payload: encoder.encode('{"power":17.25,"2nd":true}'), at: received }
    const tree = suggestPoints(message)
    if (tree.problem !== undefined) throw new Error(tree.problem)
    const added = addTopic(emptyMapping, message.topic, guessDeviceLevel(message.topic))
    const mapping = tree.root.children.reduce(
      (draft, { path, suggestion }) => (suggestion ? addPoint(draft, added.id, path, suggestion) : draft),
      added.mapping,
    )
    expect(readMapping(mapping).problems).toBeUndefined()
    expect(mapping.topics.map(({ topic }) => topic)).toEqual(['hall/{device}/data'])
    const values = previewMapping(mapping, [message], 'UTC').values.get('meter12')
    expect([...(values?.values() ?? [])].map(({ text, quality }) => [text, quality])).toEqual([
      ['17.25', 'good'],
      ['1', 'good'],
    ])
  })

  it('keeps a point that exists, and gives another value of the same name another identifier', () => {
    const suggestion = { point: 'power', name: 'Power', type: 'decimal', unit: 'W', conversion: undefined } as const
    const { mapping, id } = addTopic(emptyMapping, 'a/{device}', 1)
    const twice = addPoint(addPoint(mapping, id, 'a.power', suggestion), id, 'a.power', suggestion)
    expect(twice.points).toHaveLength(1)
    expect(addPoint(twice, id, 'b.power', suggestion).points.map(({ point }) => point)).toEqual(['power', 'power2'])
  })

  it('suggests names that the server accepts', () => {
    expect(createDeviceName('Hall lamp/Left 2')).toBe('hall-lamp-left-2')
    expect(createDeviceName('灯')).toBe('device')
    expect(createSerial('Hall lamp/Left')).toBe('Hall-lamp-Left')
  })
})

describe('devices that describe themselves for Home Assistant', () => {
  it('have a mapping of their own', () => {
    const describeEntity = (object: string, more: object) => ({
      topic: `homeassistant/sensor/attic/${object}/config`,
      payload: encoder.encode(JSON.stringify({ name: object, device: { ids: ['attic_1'], name: 'Attic' }, ...more })),
      at: received,
    })
    const devices = discoverDevices([
      describeEntity('temperature', { stat_t: 'attic/climate', val_tpl: '{{ value_json.temperature }}' }),
      describeEntity('humidity', { stat_t: 'attic/climate', val_tpl: '{{ value_json.humidity }}' }),
      { topic: 'homeassistant/sensor/broken/config', payload: encoder.encode('no JSON'), at: received },
    ])
    expect([...devices.keys()]).toEqual(['attic_1'])
    const { name, mapping } = devices.get('attic_1') ?? { name: '', mapping: emptyMapping }
    expect([name, mapping.points.map(({ point }) => point)]).toEqual(['Attic', ['humidity', 'temperature']])
    const climate = {
      topic: 'attic/climate',
      payload: encoder.encode('{"temperature":21.5,"humidity":40}'),
      at: received,
    }
    expect(previewMapping(mapping, [climate], 'UTC').devices).toEqual(['attic_1'])
  })
})
