import { expect, it } from 'vitest'
import {
  DrawingDocument,
  makeComponent,
  newDrawing,
  ranksBetween,
  type Component,
  type ComponentPatch,
  type Id,
} from '../document/index.ts'
import { planTree, type TreeNode, type TreePlan } from './plan.ts'

type NodeSpec = Partial<ComponentPatch> & { readonly name: string; readonly members?: readonly NodeSpec[] }

const switching = (tag: string) => ({ kind: 'switch', tag, on: 1, off: 0 }) as const

function plan(
  specs: readonly NodeSpec[],
  options: { open?: string; most?: number; near?: readonly string[] } = {},
): TreePlan {
  const components: Component[] = []
  const add = (list: readonly NodeSpec[], parent: Id | null): void => {
    const ranks = ranksBetween(null, null, list.length)
    for (const [index, { members, ...rest }] of list.entries()) {
      const component = makeComponent({ type: members ? 'group' : 'box', rank: ranks[index] ?? '', ...rest, parent })
      components.push(component)
      if (members) add(members, component.id)
    }
  }
  add(specs, null)
  const document = new DrawingDocument({ ...newDrawing('test'), components })
  const findIds = (names: readonly string[]) =>
    new Set(components.filter(({ name }) => names.includes(name)).map(({ id }) => id))
  return planTree(
    {
      children: (parent) => document.children(parent),
      getActionKey: ({ action }) => (action ? JSON.stringify(action) : null),
      open: findIds(options.open ? [options.open] : []),
      near: () => findIds(options.near ?? []),
    },
    options.most,
  )
}

/** Prints a plan as text: buttons in brackets, children in braces. */
const formatPlan = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(({ component, actor, children }) => {
      const name = actor ? `[${component.name}]` : component.name
      return children.length > 0 ? `${name}{${formatPlan(children)}}` : name
    })
    .join(' ')

const pump: NodeSpec = {
  name: 'pump',
  members: [
    { name: 'body', action: switching('p/d/run') },
    { name: 'wheel', action: switching('p/d/run') },
    { name: 'label' },
  ],
}

it('treats a symbol with one action shared by all its parts as a single button that contains them', () => {
  const { nodes } = plan([{ name: 'a' }, pump, { name: 'b', action: switching('p/d/b') }])
  expect(formatPlan(nodes)).toBe('a [pump] [b]')
  expect(nodes[1]?.parts.map(({ name }) => name)).toEqual(['body', 'wheel', 'label'])
})

it('keeps parts with different actions separate and describes the rest with their group', () => {
  const { nodes } = plan([
    {
      name: 'panel',
      members: [
        { name: 'start', action: switching('p/d/a') },
        { name: 'stop', action: switching('p/d/b') },
        { name: 'plate' },
      ],
    },
  ])
  expect(formatPlan(nodes)).toBe('panel{[start] [stop]}')
  expect(nodes[0]?.parts.map(({ name }) => name)).toEqual(['plate'])
})

it('walks through a large group, but not one that acts as a whole', () => {
  const members = Array.from({ length: 20 }, (_, index) => ({ name: `m${index}` }))
  expect(plan([{ name: 'hall', members: [...members, pump] }]).count).toBe(22)
  expect(formatPlan(plan([{ name: 'door', members, action: switching('p/d/door') }]).nodes)).toBe('[door]')
})

it('opens the group that is entered', () => {
  expect(formatPlan(plan([pump], { open: 'pump' }).nodes)).toBe('pump{[body] [wheel] label}')
})

it('omits hidden components unless a tag can show them', () => {
  const bindings = [{ prop: 'visible', tag: 'p/d/v', via: { kind: 'value' } }] as const
  expect(
    formatPlan(
      plan([
        { name: 'a', visible: false },
        { name: 'b', visible: false, bindings },
        { name: 'g', visible: false, members: [{ name: 'm' }] },
      ]).nodes,
    ),
  ).toBe('b')
})

it('limits the nodes to visible ones, then to groups and actions, and reports the number of omitted ones', () => {
  const many: NodeSpec[] = [
    ...Array.from({ length: 30 }, (_, index) => ({ name: `c${index}` })),
    pump,
    { name: 'act', action: switching('p/d/x') },
  ]
  const close = plan(many, { most: 10, near: ['c1', 'c2', 'pump'] })
  expect([formatPlan(close.nodes), close.omittedCount]).toEqual(['c1 c2 [pump]', 29])
  const limited = plan(many, { most: 10, near: many.map(({ name }) => name) })
  expect([formatPlan(limited.nodes), limited.omittedCount]).toEqual(['[pump] [act]', 30])
})
