import { describe, expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { defineComponent } from '../components/define.ts'
import { makeComponent, type Component, type ComponentPatch } from '../document/index.ts'
import { choice, flag, number, text } from '../schema/index.ts'
import { createLabel, type LiveValues } from './label.ts'
import { announcements } from './announcements.ts'
import type { Entry } from './nodes.ts'
import type { Language } from './words.ts'

const gauge = defineComponent({
  type: 'dial',
  words: { en: 'Dial', zh: '仪表' },
  palette: 'plant',
  size: { width: 10, height: 10 },
  miniatureColor: 'text',
  fields: {
    value: number({ en: 'Value', zh: '数值' }, { default: 5 }),
    min: number({ en: 'Minimum', zh: '最小值' }, { default: 0 }),
    max: number({ en: 'Maximum', zh: '最大值' }, { default: 100 }),
    highLimit: number({ en: 'High limit', zh: '上限' }, { default: 90 }),
    unit: text({ en: 'Unit', zh: '单位' }, { default: 'bar' }),
    decimals: number({ en: 'Decimals', zh: '小数位数' }, { default: 1 }),
    text: text({ en: 'Label', zh: '标签' }),
    speed: number({ en: 'Speed', zh: '速度' }, { default: 3, unit: 'm/s' }),
    lit: flag({ en: 'Lit', zh: '点亮' }),
    mode: choice(
      { en: 'Mode', zh: '模式' },
      { default: 'auto', options: [{ value: 'auto', words: { en: 'Automatic', zh: '自动' } }] },
    ),
  },
  draw: () => undefined,
})
const types = { get: (type: string) => (type === 'dial' ? gauge : undefined), list: [] }

const bindTo = (...props: string[]) =>
  props.map((prop) => ({ prop, tag: `p/d/${prop}`, via: { kind: 'value' } as const }))
const dial = (patch: Partial<ComponentPatch> = {}) => makeComponent({ type: 'dial', name: 'Inlet', ...patch })

function label(
  component: Component,
  options: {
    live?: LiveValues
    language?: Language
    parts?: readonly Component[]
    isOperated?: boolean
    isEdited?: boolean
  } = {},
) {
  const { live = null, language = 'en', parts = [component], isOperated = false } = options
  return createLabel(
    { component, parts, actor: isOperated ? component : null, children: [] },
    {
      catalog: types,
      language,
      getLive: () => live,
      ...(options.isEdited ? { getPosition: () => ({ at: 1, of: 7 }) } : {}),
    },
  )
}

describe('the label of a component', () => {
  it('contains its name, its displayed value and the values of its bindings', () => {
    expect(label(dial())).toMatchObject({
      name: 'Inlet, 5.0\u00a0bar',
      kind: 'Dial',
      quality: 0,
      isHidden: false,
      isDisabled: false,
    })
    expect(label(dial({ bindings: bindTo('speed', 'lit', 'mode', 'x') })).name).toBe(
      'Inlet, 5.0\u00a0bar, Speed 3\u00a0m/s, Lit off, Mode Automatic',
    )
  })

  it('is its kind where it has no name', () => {
    expect(label(dial({ name: '' })).name).toBe('Dial, 5.0\u00a0bar')
    expect(label(dial({ name: ' ' }), { language: 'zh' }).name).toMatch(/^仪表，/)
  })

  it('reports an exceeded limit and a bad or stale value', () => {
    expect(label(dial(), { live: { values: { value: 95 }, quality: 3 } })).toMatchObject({
      name: 'Inlet, 95.0\u00a0bar, above the limit, stale value',
      quality: 3,
    })
    expect(label(dial(), { live: { values: { value: 95 }, quality: 2 }, language: 'zh' })).toMatchObject({
      name: 'Inlet，95.0\u00a0bar，超上限，坏值',
      kind: '仪表',
    })
  })

  it('uses the description of its type if there is one', () => {
    const named = {
      ...gauge,
      describe: (props: { readonly value?: unknown }, language: Language) =>
        language === 'zh' ? '运行' : `running ${String(props.value)}`,
    }
    const source = { catalog: { get: () => named, list: [] }, getLive: () => null }
    const component = dial()
    const node = { component, parts: [component], actor: null, children: [] }
    expect([
      createLabel(node, { ...source, language: 'en' }).name,
      createLabel(node, { ...source, language: 'zh' }).name,
    ]).toEqual(['Inlet, running 5', 'Inlet，运行'])
  })

  it('names the action of the component, and is hidden if a tag hides the component', () => {
    const action = { kind: 'switch', tag: 'p/d/x', on: 1, off: 0 } as const
    expect(label(dial({ action }), { isOperated: true }).name).toBe('Switch Inlet, 5.0\u00a0bar')
    expect(label(dial({ action }), { isOperated: true, language: 'zh' }).name).toBe('开关 Inlet，5.0\u00a0bar')
    expect(label(dial(), { live: { values: { visible: false }, quality: 0 } }).isHidden).toBe(true)
  })

  it('of a group contains the labels of its parts', () => {
    const group = makeComponent({ type: 'group', name: 'Pump' })
    const parts = [
      dial({ name: 'pressure' }),
      makeComponent({ type: 'none', name: 'plate' }),
      dial({ name: 'off', visible: false }),
    ]
    expect(label(group, { parts })).toMatchObject({ name: 'Pump, pressure 5.0\u00a0bar', kind: 'Group' })
  })

  it('while it is edited is also where it lies and that it is locked', () => {
    expect(label(dial({ locked: true }), { isEdited: true }).name).toBe(
      'Inlet, 5.0\u00a0bar, locked, 2 of 7 from the back',
    )
    expect(label(dial({ locked: true })).name).toBe('Inlet, 5.0\u00a0bar')
  })

  it('of a component that shows its state only by colour contains the state as text', () => {
    const lamp = makeComponent({ type: 'lamp', name: 'P1' })
    const getText = (value: number, language: Language) =>
      createLabel(
        { component: lamp, parts: [lamp], actor: null, children: [] },
        { catalog, language, getLive: () => ({ values: { value }, quality: 0 }) },
      ).name
    expect([getText(1, 'en'), getText(2, 'en'), getText(7, 'en'), getText(2, 'zh')]).toEqual([
      'P1, on',
      'P1, fault',
      'P1, state unknown',
      'P1，故障',
    ])
  })

  it('is a sentence in both languages for every type there is', () => {
    for (const type of catalog.list) {
      const component = makeComponent({ type: type.type, name: 'One' })
      for (const language of ['en', 'zh'] as const) {
        const { name, kind } = createLabel(
          { component, parts: [component], actor: null, children: [] },
          { catalog, language, getLive: () => null },
        )
        expect([type.type, name.startsWith('One'), /undefined|NaN|null|\[object/.test(name), kind]).toEqual([
          type.type,
          true,
          false,
          type.words[language],
        ])
      }
    }
  })
})

describe('announcements', () => {
  const entry = (name: string, quality: 0 | 1 | 2 | 3): Entry => {
    const component = dial({ name })
    const node = { component, parts: [component], actor: null, children: [] }
    return {
      element: undefined as unknown as HTMLElement,
      parent: null,
      node,
      at: '',
      label: { name, kind: '', quality, isHidden: false, isDisabled: false },
      isInDoubt: false,
    }
  }
  const before = (quality: 0 | 1 | 2 | 3) => ({ name: '', kind: '', quality, isHidden: false, isDisabled: false })

  it('report a loss of quality and a recovery from it, but never a first value', () => {
    const inlet = entry('Inlet', 0)
    expect(announcements([{ entry: inlet, before: before(3) }], 'en')).toBe('')
    inlet.label = { ...before(3) }
    expect(announcements([{ entry: inlet, before: before(0) }], 'en')).toBe('Inlet: stale value')
    inlet.label = { ...before(0) }
    expect(announcements([{ entry: inlet, before: before(3) }], 'zh')).toBe('Inlet: 已恢复')
    expect(announcements([{ entry: inlet, before: before(0) }], 'en')).toBe('')
  })

  it('is one sentence when a connection takes them all', () => {
    const all = Array.from({ length: 300 }, (_, index) => ({ entry: entry(`c${index}`, 3), before: before(0) }))
    expect(announcements(all, 'en')).toBe('300 components: stale value')
    for (const { entry: each } of all) each.label = before(0)
    expect(
      announcements(
        all.map(({ entry: each }) => ({ entry: each, before: before(3) })),
        'zh',
      ),
    ).toBe('300 个组件：已恢复')
  })
})
