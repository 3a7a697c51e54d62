import { nextName, sideTowards } from '../../commands/index.ts'
import type { Component } from '../../document/index.ts'
import { makeComponent, ranksBetween } from '../../document/index.ts'
import { getBounds, getCentre, fitPath } from '../../geometry/index.ts'
import { findEnd, getAttachmentText, type LineEnd } from './lineEnds.ts'
import { snapTargets } from './snapTargets.ts'
import type { Tool, ToolContext, ToolPointer } from './tool.ts'

const clickReach = 4

/**
 * Draws a connector between anchors, by a drag or by a click at each end. Enter connects the selected components in
 * sequence, on the sides that face each other. Then the select tool becomes active.
 */
export function connectTool(context: ToolContext, type: string, name?: () => string): Tool {
  const { bus, document, feedback, selection } = context
  const ends = context.catalog.get(type)?.ends
  let connection: {
    readonly pointer: ToolPointer
    readonly from: LineEnd
    readonly gesture: ReturnType<typeof bus.gesture>
    isPending: boolean
  } | null = null

  const find = (pointer: ToolPointer): LineEnd => {
    const found = findEnd(context, pointer, null, snapTargets(context, new Set()))
    feedback.show({ anchors: { points: found.anchors, met: found.attachment ? found.at : null } })
    return found
  }

  const createLine = (from: LineEnd, to: LineEnd): Component => {
    const plain = makeComponent({
      type,
      name: name?.() ?? type,
      rank: ranksBetween(document.children(null).at(-1)?.rank ?? null, null, 1)[0],
    })
    const points = [from.at, to.at]
    const { box, shares } = fitPath(plain, points)
    const props: Record<string, string | readonly number[]> = ends ? { [ends.points]: shares } : {}
    if (ends && from.attachment) props[ends.from] = getAttachmentText(from)
    if (ends && to.attachment) props[ends.to] = getAttachmentText(to)
    return { ...plain, ...box, props }
  }

  const stop = (): boolean => {
    const was = connection !== null
    connection?.gesture.cancel()
    connection = null
    feedback.clear()
    return was
  }

  const updateLine = (from: LineEnd, to: LineEnd): void => {
    const { x, y, width, height, props } = createLine(from, to)
    const result = bus.run('add', { type, name: name?.(), x, y, width, height, props })
    if (result.ok && result.created) selection.set(result.created)
  }

  return {
    cursor: 'crosshair',
    press(pointer) {
      if (!connection) connection = { pointer, from: find(pointer), gesture: bus.gesture('connect'), isPending: false }
    },
    move(pointer) {
      const to = find(pointer)
      if (!connection || !isFar(connection.pointer, pointer)) return
      const { from, gesture } = connection
      const line = createLine(from, to)
      gesture.update((tx) => tx.add(line))
    },
    release(pointer) {
      if (!connection) return
      if (!isFar(connection.pointer, pointer)) {
        // After a click the line follows the pointer until the next one. A second click at the same position cancels.
        if (connection.isPending) stop()
        else connection.isPending = true
        return
      }
      const { from } = connection
      const to = find(pointer)
      stop()
      if (getAttachmentText(from) === '' || getAttachmentText(from) !== getAttachmentText(to)) updateLine(from, to)
      context.finish()
    },
    confirm() {
      const chosen = selection.components()
      if (!ends || chosen.length < 2) return false
      stop()
      const lines = chosen
        .slice(1)
        .flatMap((to, i) => {
          const from = chosen[i]
          return from ? connectComponents(from, to) : []
        })
        .map(([from, to]) => createLine(from, to))
      const ranks = ranksBetween(document.children(null).at(-1)?.rank ?? null, null, lines.length)
      const gesture = bus.gesture('connect')
      gesture.update((tx) => {
        for (const [i, line] of lines.entries())
          tx.add({
            ...line,
            name: name?.() ?? nextName(tx.view, type, bus.getBaseName(type)),
            rank: ranks[i] ?? line.rank,
          })
      })
      selection.set(lines.map((line) => line.id))
      gesture.commit()
      context.finish()
      return true
    },
    cancel: stop,
  }
}

/** Both ends of a line between two components, on the sides that face each other. */
function connectComponents(from: Component, to: Component): [readonly [LineEnd, LineEnd]] {
  const end = (component: Component, other: Component): LineEnd => ({
    at: getCentre(getBounds(component)),
    attachment: { id: component.id, anchor: sideTowards(component, other) },
    anchors: [],
  })
  return [[end(from, to), end(to, from)]]
}

function isFar(from: ToolPointer, to: ToolPointer): boolean {
  return Math.hypot(to.screen.x - from.screen.x, to.screen.y - from.screen.y) > clickReach
}
