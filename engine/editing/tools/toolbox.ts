import { findPointsField } from '../../stage/pathHitTest.ts'
import { connectTool } from './connect.ts'
import { drawPathTool } from './drawPath.ts'
import { panTool } from './pan.ts'
import { placeTool } from './place.ts'
import { selectTool } from './select.ts'
import type { Tool, ToolChoice, ToolContext } from './tool.ts'

/** The tools of an editor. `onChange` is called after a tool change and returns a function that unsubscribes. */
export interface Toolbox {
  /** The current choice: `select`, `pan`, `connect` or the placement of a type. */
  readonly current: ToolChoice
  readonly active: Tool
  /** The tool used while the space bar is held. */
  readonly pan: Tool
  use(choice: ToolChoice): void
  /** Cancels the active tool's action; without one, activates the select tool. Returns true if anything changed. */
  cancel(): boolean
  onChange(listener: () => void): () => void
}

/** Holds the active tool. Changing the tool cancels the previous tool's action. */
export function createToolbox(parts: Omit<ToolContext, 'finish'>): Toolbox {
  const listeners = new Set<() => void>()
  const context: ToolContext = { ...parts, finish: () => use('select') }
  const select = selectTool(context)
  const pan = panTool(context)
  let current: ToolChoice = 'select'
  let active: Tool = select

  const toolFor = (choice: ToolChoice): Tool => {
    if (choice === 'select') return select
    if (choice === 'pan') return pan
    const connecting = parts.catalog.list.find((one) => one.ends)?.type
    if (choice === 'connect') return connecting === undefined ? select : connectTool(context, connecting)
    const type = parts.catalog.get(choice.place)
    if (type?.ends) return connectTool(context, choice.place, choice.name)
    const field = type && findPointsField(type)
    return field === undefined ? placeTool(context, choice) : drawPathTool(context, choice, field)
  }
  const use = (choice: ToolChoice): void => {
    active.cancel()
    parts.feedback.clear()
    active = toolFor(choice)
    current = active === select ? 'select' : choice
    parts.feedback.show({ hover: null, cursor: active.cursor })
    for (const listener of listeners) listener()
  }

  return {
    get current() {
      return current
    },
    get active() {
      return active
    },
    pan,
    use,
    cancel() {
      if (active.cancel()) return true
      if (current === 'select') return false
      use('select')
      return true
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
