import { describe, expect, it, vi } from 'vitest'
import { catalog, resolveProps } from '../components/catalog.ts'
import { makeComponent, type Component } from '../document/index.ts'
import type { Run } from '../paint/gpu/primitivePages.ts'
import type { Field, FieldValue } from '../schema/index.ts'
import { Item, type LiveHandle } from './item.ts'

/** Creates an item with a run on a page and records its calls to the scene. */
function placed(component: Component) {
  const liveChanged = vi.fn<(item: Item, isNew: boolean) => void>()
  const successors: LiveHandle[] = []
  const item = new Item(component, catalog.get(component.type), {
    theme: 'muted',
    fastPath: { take: () => null },
    liveChanged,
    getLiveHandle: () => successors[0] ?? item,
  })
  item.run = {} as Run
  return { item, liveChanged, successors }
}

const anotherValue = (field: Field): FieldValue => {
  switch (field.kind) {
    case 'number':
      return Math.min(field.max, field.default + field.step)
    case 'flag':
      return !field.default
    case 'color':
      return '#123456'
    case 'choice':
      return field.options.at(-1)?.value ?? field.default
    case 'text':
      return `${field.default}7`
    case 'points':
      return [0, 0, 1, 1]
  }
}

describe('an item', () => {
  it.each(catalog.list.map((type) => [type.type, type] as const))(
    'draws a %s with each live value over its own, as the SVG writer does',
    (name, type) => {
      const component = makeComponent({ type: name })
      const { item } = placed(component)
      const live: Record<string, FieldValue> = {}
      for (const [prop, field] of Object.entries(type.fields)) {
        if (!field.bindable) continue
        live[prop] = anotherValue(field)
        item.set(prop, live[prop])
        item.show(0)
        expect(item.props()).toEqual(resolveProps(type, component.props, live))
      }
    },
  )

  it('casts the live shadow, one that a tag brings or colours, and makes no object for each', () => {
    const { item } = placed(makeComponent({ type: 'rect', extras: { shadowLength: 4, shadowAngleDeg: 90 } }))
    const own = item.extras()
    expect(own).toEqual({ shadowLength: 4, shadowAngleDeg: 90 })
    item.set('shadowColor', '#ff0000ff')
    item.show(0)
    const live = item.extras()
    expect(live).toMatchObject({ shadowLength: 4, shadowColor: '#ff0000ff', shadowAngleDeg: 90 })
    item.set('shadowLength', 9)
    item.show(0)
    expect(item.extras()).toBe(live)
    expect(live.shadowLength).toBe(9)
    item.clear()
    expect(item.extras()).toBe(own)
  })

  it('is not repainted if a tag drives only its prompt', () => {
    const { item } = placed(makeComponent({ type: 'rect' }))
    for (const prompt of ['81 °C', '82 °C']) {
      item.set('prompt', prompt)
      item.show(0)
    }
    expect([item.isOnlyStarted, item.values]).toEqual([true, { prompt: '82 °C' }])
    item.set('fill', '#123456ff')
    item.show(0)
    expect(item.isOnlyStarted).toBe(false)
  })

  it('notifies once that its live values changed, and provides them', () => {
    const { item, liveChanged } = placed(makeComponent({ type: 'text' }))
    for (const text of ['1', '2']) {
      item.set('text', text)
      item.show(1)
    }
    expect(liveChanged.mock.calls).toEqual([
      [item, true],
      [item, false],
    ])
    expect(item.values).toEqual({ text: '2' })
    item.clear()
    item.show(0)
    expect(liveChanged).toHaveBeenLastCalledWith(item, true)
    expect([item.isLive, item.props()['text']]).toEqual([false, 'Text'])
  })

  it('shows a new tint alone as such, until something else is new too', () => {
    const { item } = placed(makeComponent({ type: 'rect' }))
    const shown = (quality: 0 | 1) => {
      item.show(quality)
      return [item.isOnlyTinted, item.props()['backgroundColor']]
    }
    item.set('backgroundColor', '#111111')
    expect(shown(0)).toEqual([false, '#111111'])
    item.set('backgroundColor', '#222222')
    expect(shown(0)).toEqual([true, '#222222'])
    item.set('backgroundColor', '#333333')
    expect(shown(1)).toEqual([false, '#333333'])
    item.set('backgroundColor', '#444444')
    expect(item.values).toEqual({ backgroundColor: '#444444' })
    item.set('opacity', 0.5)
    item.set('backgroundColor', '#555555')
    expect([...shown(1), item.values]).toEqual([false, '#555555', { backgroundColor: '#555555', opacity: 0.5 }])
  })

  it('keeps its live values when its record changes', () => {
    const component = makeComponent({ type: 'text' })
    const { item } = placed(component)
    item.set('text', '42')
    item.become(makeComponent({ ...component, props: { fontSize: 30 } }), item.type)
    expect(item.props()).toMatchObject({ text: '42', fontSize: 30 })
  })

  it('has the position and visibility of its live values', () => {
    const { item } = placed(makeComponent({ type: 'rect', x: 1, y: 2, width: 30, height: 40 }))
    item.set('x', 100)
    item.set('visible', false)
    expect(item.frame()).toMatchObject({ x: 100, y: 2, width: 30, height: 40 })
    expect(item.isVisible()).toBe(false)
    item.set('visible', true)
    expect(item.isVisible()).toBe(true)
  })

  it('passes later values to its successor after it was removed and added again', () => {
    const { item, successors } = placed(makeComponent({ type: 'text' }))
    const { item: next } = placed(item.component)
    item.run = null
    successors.push(next)
    item.set('text', 'there')
    item.show(2)
    expect([item.isLive, next.values, next.quality]).toEqual([false, { text: 'there' }, 2])
  })
})
