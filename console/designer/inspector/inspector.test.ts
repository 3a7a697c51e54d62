import { commonFields, resolve } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import { CommandBus, commonValues, isNeverMirrored } from '@mimic/engine/commands'
import {
  DrawingDocument,
  extraFields,
  makeComponent,
  newDrawing,
  readBindings,
  ProblemList,
} from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { bindableFields, createVia, getViaKinds } from './bindings/bindable.ts'
import { findShownFault } from './bindings/expressionFault.ts'
import { generalFields, generalNames, getLockedNames, findOtherLock } from './fields/generalFields.ts'
import { choosableEnds, stickableOptions } from './tabs/lineEnds.ts'
import { idleFields, valueLabels } from './parts/valueLabels.ts'

it('several types share the fields that all of them have', () => {
  const all = catalog.list.map(({ type }) => makeComponent({ type, name: type }))
  const getFields = (components: typeof all): string[] => [...(commonValues(components, catalog)?.props.keys() ?? [])]
  for (const one of all) expect(getFields([one])).toEqual(Object.keys(catalog.get(one.type)?.fields ?? {}))
  for (const { fields } of catalog.list) expect(Object.keys(fields)).toEqual(expect.arrayContaining(getFields(all)))
})

it('the drawing accepts every initial binding method of the dialog', () => {
  for (const { type, fields } of catalog.list) {
    for (const [prop, field] of bindableFields(makeComponent({ type, name: type }))) {
      for (const kind of getViaKinds(field)) {
        const problems = new ProblemList()
        readBindings([{ prop, tag: 'p/d/x', via: createVia(field, kind) }], fields, '', problems)
        expect(problems.list, `${type}.${prop} by ${kind}`).toEqual([])
      }
    }
  }
})

it('offers the running state of an animation only if the component is animated or already bound, and initially maps 1 to running', () => {
  const still = makeComponent({ type: 'rect' })
  const offered = (component: typeof still, boundField?: string): boolean =>
    ['animated', 'animationSpeed'].every((prop) => bindableFields(component, boundField).has(prop))
  const via = createVia(commonFields.animated)
  expect([
    offered(still),
    offered(still, 'animated'),
    offered({ ...still, animation: { kind: 'blink', periodMs: 500 } }),
    offered({ ...still, bindings: [{ prop: 'animated', tag: 'p/d/x', via }] }),
  ]).toEqual([false, true, true, true])
  expect([1, 0].map((value) => resolve(via, commonFields.animated, value, undefined, () => undefined))).toEqual([
    true,
    false,
  ])
})

const symbol = (id: string, more = {}) => makeComponent({ type: 'symbol', name: id, props: { symbol: id, ...more } })

it('offers only the properties that a symbol draws, such as level and inscription', () => {
  expect([idleFields([symbol('pump')]), [...bindableFields(symbol('pump')).keys()]]).toEqual([
    expect.arrayContaining(['level', 'inscription']),
    expect.not.arrayContaining(['level']),
  ])
  const tank = catalog.list.flatMap(({ variants }) => variants ?? []).find(({ id }) => id.startsWith('tank'))?.id ?? ''
  expect([idleFields([symbol(tank)]).includes('level'), bindableFields(symbol(tank)).has('level')]).toEqual([
    false,
    true,
  ])
  // A field is offered if one of several components uses it; a bound field is always shown.
  expect(idleFields([symbol('pump'), symbol(tank)])).not.toContain('level')
  expect(
    bindableFields({ ...symbol('pump'), bindings: [{ prop: 'level', tag: 'p/d/x', via: { kind: 'value' } }] }).has(
      'level',
    ),
  ).toBe(true)
})

it('offers no mirroring of a component that looks the same mirrored; mirrored within a selection, it only changes position', () => {
  const page = makeComponent({ type: 'web-page', name: 'page', x: 0, width: 100, height: 50 })
  const film = makeComponent({ type: 'video', name: 'film', rank: 'b', x: 300, width: 100, height: 50 })
  const offered = (component: typeof page) => ['flipX', 'flipY'].filter((prop) => bindableFields(component).has(prop))
  expect([offered(page), offered(film), idleFields([page]), idleFields([page, film])]).toEqual([
    [],
    ['flipX', 'flipY'],
    ['flipX', 'flipY'],
    [],
  ])
  expect([isNeverMirrored(page, catalog), isNeverMirrored(film, catalog)]).toEqual([true, false])
  const document = new DrawingDocument({ ...newDrawing(), components: [page, film] })
  const bus = new CommandBus(document, catalog)
  bus.run('mirror', { ids: [page.id], axis: 'horizontal' })
  expect([bus.history.canUndo, document.get(page.id)?.flipX]).toEqual([false, false])
  bus.run('mirror', { ids: [page.id, film.id], axis: 'horizontal' })
  expect([document.get(page.id)?.x, document.get(film.id)]).toMatchObject([300, { x: 0, flipX: true }])
})

it('names the states of each symbol, of a lamp and of a switch, both where two kinds differ', () => {
  for (const { variants } of catalog.list) {
    for (const { id, props } of variants ?? []) {
      if (props['symbol'] === undefined) continue
      const named = valueLabels([symbol(id)], 'state')
      expect([
        id,
        named?.map(({ value }) => value),
        named?.every(({ words }) => words.en !== '' && words.zh !== ''),
      ]).toEqual([id, [0, 1, 2, 3, -1], true])
    }
  }
  const words = (...components: readonly ReturnType<typeof symbol>[]) =>
    valueLabels(components, 'state')
      ?.slice(0, 2)
      .map(({ words: { en } }) => en)
  expect([words(symbol('pump')), words(symbol('valve'))]).toEqual([
    ['stopped', 'running'],
    ['closed', 'open'],
  ])
  expect(words(symbol('pump'), symbol('valve'))).toEqual(['stopped / closed', 'running / open'])
  const lamp = makeComponent({ type: 'lamp', name: 'lamp', props: { stateType: 'device' } })
  expect(valueLabels([lamp], 'value')?.map(({ words: { zh } }) => zh)).toEqual([
    '未激活',
    '已禁用',
    '在线',
    '离线',
    '状态未知',
  ])
  expect([valueLabels([symbol('pump'), lamp], 'value'), valueLabels([symbol('pump')], 'level')]).toEqual([
    undefined,
    undefined,
  ])
})

it('offers place, size, turn, mirror, opacity, visibility, lock, prompt, shadow and password of every type, and each of them can be written', () => {
  // Only a tag can control whether and how fast an animation runs.
  const { animated, animationSpeed, ...ofAll } = commonFields
  expect([
    animated.bindable,
    animationSpeed.bindable,
    Object.hasOwn(generalFields, 'animated'),
    Object.hasOwn(generalFields, 'animationSpeed'),
  ]).toEqual([true, true, false, false])
  const general = Object.keys(ofAll).filter((name) => !Object.hasOwn(extraFields, name))
  expect(generalNames).toEqual(expect.arrayContaining([...general, 'locked']))
  expect(Object.keys(extraFields)).toEqual([
    'prompt',
    'promptMode',
    'promptSide',
    'shadowLength',
    'shadowColor',
    'shadowAngleDeg',
    'isPasswordAsked',
  ])
  const other = {
    x: 7,
    y: 8,
    width: 90,
    height: 80,
    angleDeg: 30,
    opacity: 0.5,
    flipX: true,
    flipY: true,
    visible: false,
    locked: true,
  } as const
  for (const { type, ends } of catalog.list) {
    const component = makeComponent({ type, name: type })
    const document = new DrawingDocument({ ...newDrawing(), components: [component] })
    const bus = new CommandBus(document, catalog)
    for (const name of generalNames) {
      const result = bus.run('set-props', { ids: [component.id], common: { [name]: other[name] } })
      // The attached ends of a line determine its position.
      if (!ends)
        expect([type, name, result.ok, document.get(component.id)?.[name]]).toEqual([type, name, true, other[name]])
    }
    expect(
      bus.run('set-props', {
        ids: [component.id],
        extras: { prompt: 'x', promptMode: 'long', promptSide: 'left', shadowLength: 4 },
      }).ok,
    ).toBe(true)
    // Tags can drive the fields shown in the inspector and all common properties that have an effect.
    const idle = idleFields([component])
    expect([...bindableFields(component).keys()]).toEqual(
      expect.arrayContaining(Object.keys(ofAll).filter((name) => !idle.includes(name))),
    )
  }
  // Size and mirroring of a group belong to its members. A binding of a stored drawing is still shown, so that it can
  // be removed.
  const group = makeComponent({ type: 'group', name: 'group' })
  expect(
    ['x', 'angleDeg', 'opacity', 'width', 'height', 'flipX', 'flipY'].filter((prop) => bindableFields(group).has(prop)),
  ).toEqual(['x', 'angleDeg', 'opacity'])
  expect(
    bindableFields({ ...group, bindings: [{ prop: 'width', tag: 'p/d/x', via: { kind: 'value' } }] }).has('width'),
  ).toBe(true)
})

it('disables position, size, rotation and mirroring of locked components, their members and their groups, like the commands', () => {
  const group = makeComponent({ type: 'group', name: 'group', width: 10, height: 10 })
  const member = makeComponent({ type: 'rect', name: 'member', parent: group.id, width: 10, height: 10 })
  const alone = makeComponent({ type: 'rect', name: 'alone', rank: 'b', width: 10, height: 10 })
  const document = new DrawingDocument({ ...newDrawing(), components: [group, member, alone] })
  const bus = new CommandBus(document, catalog)
  const held = (...ids: readonly string[]) => [
    ...getLockedNames(
      document,
      [group, member, alone].flatMap(({ id }) => (ids.includes(id) ? (document.get(id) ?? []) : [])),
    ),
  ]
  const place = ['x', 'y', 'width', 'height', 'angleDeg', 'flipX', 'flipY']
  expect([held(member.id), held(group.id), held(alone.id)]).toEqual([[], ['angleDeg', 'flipX', 'flipY'], []])
  for (const locked of [group, member, alone]) {
    bus.run('lock', { ids: [locked.id] })
    const lone = locked === alone
    expect([locked.name, held(member.id), held(group.id), held(alone.id), held(alone.id, member.id)]).toEqual([
      locked.name,
      lone ? [] : place,
      lone ? ['angleDeg', 'flipX', 'flipY'] : place,
      lone ? place : [],
      place,
    ])
    bus.run('unlock', { ids: [locked.id] })
  }
})

it('reports where the lock is that blocks an unlocked component', () => {
  const group = makeComponent({ type: 'group', name: 'group', rank: 'a', width: 10, height: 10 })
  const member = makeComponent({ type: 'rect', name: 'member', parent: group.id, rank: 'a', width: 10, height: 10 })
  const document = new DrawingDocument({ ...newDrawing(), components: [group, member] })
  const bus = new CommandBus(document, catalog)
  const findLock = (id: string) =>
    findOtherLock(
      document,
      [group, member].flatMap((each) => (each.id === id ? (document.get(each.id) ?? []) : [])),
    )
  expect([findLock(group.id), findLock(member.id)]).toEqual([null, null])
  bus.run('lock', { ids: [group.id] })
  expect([findLock(group.id), findLock(member.id)]).toEqual([null, 'around'])
  bus.run('unlock', { ids: [group.id] })
  bus.run('lock', { ids: [member.id] })
  expect([findLock(group.id), findLock(member.id)]).toEqual(['within', null])
})

it('lists the components that line ends can attach to by name, or by type if unnamed', () => {
  const [line, box, named] = [
    makeComponent({ type: 'connector', name: 'line' }),
    makeComponent({ type: 'rect' }),
    makeComponent({ type: 'rect', name: 'Pump' }),
  ]
  expect(stickableOptions([line, box, named], (type) => type)).toEqual([
    { value: box.id, label: 'rect' },
    { value: named.id, label: 'Pump' },
  ])
})

it('gives a line other ends to choose, but not within an instance of a symbol', () => {
  const line = makeComponent({ type: 'connector', name: 'line', rank: 'a', width: 10, height: 10 })
  const box = makeComponent({ type: 'rect', rank: 'b', width: 10, height: 10 })
  const document = new DrawingDocument({ ...newDrawing(), components: [line, box] })
  const bus = new CommandBus(document, catalog)
  expect([choosableEnds(document, line), choosableEnds(document, box)]).toEqual([catalog.get('connector')?.ends, null])
  expect(bus.run('make-symbol', { ids: [line.id, box.id], name: 'Both' })).toMatchObject({ ok: true })
  const inside = [...document.all()].find(({ type }) => type === 'connector')
  expect(inside && choosableEnds(document, inside)).toBeNull()
})

it('shows the error that prevents an expression from running first, and marks a part without effect as a warning', () => {
  const describeFault = (source: string) => {
    const fault = findShownFault(source, commonFields.x)
    return fault && [fault.problem.code, fault.problem.from, fault.isIdle]
  }
  expect([
    describeFault('value == null ? 1 : ("a" * 2)'),
    describeFault('value == null ? 1 : 2'),
    describeFault('value +'),
    describeFault('value > 1'),
    describeFault('  '),
  ]).toEqual([
    ['expression.type', 21, false],
    ['expression.idle', 0, true],
    ['expression.syntax', 7, false],
    null,
    null,
  ])
})
