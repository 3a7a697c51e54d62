import { expect, it } from 'vitest'
import { makeComponent, type Component, type Id } from '../document/index.ts'
import { toClipPath, openingsIn, findOccluders } from './occlusion.ts'

const frame = (x: number, y: number, width: number, height: number, angleDeg = 0) => ({ x, y, width, height, angleDeg })

it('finds interactive components above a component, or ones that can move there, and none below or beside it', () => {
  const part = (name: string, more: object = {}): Component =>
    makeComponent({ type: 'button', name, x: 10, y: 10, width: 20, height: 20, ...more })
  const film = part('film', { type: 'video', x: 0, y: 0, width: 100, height: 100 })
  const moved = part('moved', { x: 900, bindings: [{ prop: 'x', tag: 'a/b/c', via: { kind: 'value' } }] })
  const order = [
    part('below'),
    film,
    part('over'),
    part('beside', { x: 500 }),
    part('words'),
    moved,
    part('group', { type: 'group' }),
  ]
  expect(findOccluders(film, order, ({ name }) => name !== 'words').map(({ name }) => name)).toEqual(['over', 'moved'])
})

it('takes members of a group for moving only where a tag places the group or one around it', () => {
  const part = (name: string, more: object = {}): Component =>
    makeComponent({ id: name as Id, type: 'rect', name, x: 900, y: 10, width: 20, height: 20, ...more })
  const group = (name: string, more: object = {}): Component => part(name, { type: 'group', ...more })
  const film = part('film', { type: 'video', x: 0, y: 0, width: 100, height: 100 })
  const bindings = [{ prop: 'x', tag: 'a/b/c', via: { kind: 'value' } }]
  const order = [
    film,
    group('still'),
    part('far', { parent: 'still' }),
    part('near', { parent: 'still', x: 10 }),
    group('lit', { bindings: [{ ...bindings[0], prop: 'opacity' }] }),
    part('faint', { parent: 'lit' }),
    group('driven', { bindings }),
    group('within', { parent: 'driven' }),
    part('carried', { parent: 'within' }),
  ]
  expect(findOccluders(film, order, () => true).map(({ name }) => name)).toEqual(['near', 'carried'])
  expect(findOccluders(part('moving', { type: 'video', parent: 'driven' }), order, () => true)).toHaveLength(5)
})

it('opens the box of a component above within its border, rotated with it, and one box for overlapping ones', () => {
  const film = frame(100, 100, 200, 100)
  expect(openingsIn(film, 10, [frame(150, 120, 40, 20), frame(0, 0, 50, 50)])).toEqual([
    { x: 40, y: 10, width: 40, height: 20 },
  ])
  expect(openingsIn(film, 0, [frame(90, 90, 20, 20), frame(250, 150, 400, 400)])).toEqual([
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 150, y: 50, width: 50, height: 50 },
  ])
  expect(openingsIn(film, 0, [frame(110, 110, 20, 20), frame(180, 110, 20, 20), frame(125, 120, 60, 20)])).toEqual([
    { x: 10, y: 10, width: 90, height: 30 },
  ])
  // After a quarter turn, a component on the right of the element is at its top.
  expect(openingsIn(frame(100, 100, 200, 100, 90), 0, [frame(230, 140, 20, 20)])).toEqual([
    { x: 90, y: 0, width: 20, height: 20 },
  ])
  expect([toClipPath(200, 100, []), toClipPath(200, 100, [{ x: 40, y: 10, width: 40, height: 20 }])]).toEqual([
    'none',
    'path(evenodd,"M0 0h200v100h-200zM40 10h40v20h-40z")',
  ])
})
