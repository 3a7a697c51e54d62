import { makeComponent, type SymbolDefinition } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { symbolPicture } from './symbolPicture.ts'

it('shows a symbol as it is placed, with the defaults of its parameters and of those of symbols within', () => {
  const rect = makeComponent({ type: 'rect', x: 0, y: 0, width: 100, height: 50, props: { text: '{title} of {pump}' } })
  const base = {
    width: 100,
    height: 50,
    params: [
      { name: 'title', kind: 'text', default: 'Pump 7' },
      { name: 'shade', kind: 'color', default: '#12ab34ff' },
    ],
    paramProps: { [rect.id]: { backgroundColor: 'shade' } },
  } as const
  const pump: SymbolDefinition = { ...base, id: makeComponent({ type: 'group' }).id, name: 'Pump', components: [rect] }
  const within = makeComponent({
    type: 'group',
    width: 100,
    height: 50,
    link: {
      symbol: pump.id,
      place: { x: 0, y: 0, width: 100, height: 50, angleDeg: 0, flipX: false, flipY: false },
      params: { title: 'Pump 8' },
      overrides: {},
    },
  })
  const station: SymbolDefinition = {
    id: makeComponent({ type: 'group' }).id,
    name: 'Station',
    width: 100,
    height: 50,
    params: [],
    paramProps: {},
    components: [within],
  }
  const seen = (symbol: SymbolDefinition, inner = pump) =>
    decodeURIComponent(symbolPicture(symbol, [inner, station], 'muted'))
  expect(seen(pump)).toMatch(/#12ab34[^]*Pump 7 of \{pump\}/)
  expect(seen(station)).toMatch(/#12ab34[^]*Pump 8 of \{pump\}/)
  expect(seen(station, { ...pump, params: [] })).not.toContain('#12ab34')
})
