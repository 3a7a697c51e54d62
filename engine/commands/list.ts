import { setProps } from './appearance.ts'
import { importDrawing, rename, setLayer } from './drawing.ts'
import { move, setFrame } from './frame.ts'
import { add, copyAdd, paste } from './insert.ts'
import { reorder } from './order.ts'
import { del } from './remove.ts'

/** Every command. The names `add`, `del`, `move` and `copy-add` are the specification's. */
export const commands = [add, del, move, copyAdd, paste, setProps, setFrame, reorder, setLayer, rename, importDrawing] as const

export type CommandName = (typeof commands)[number]['name'] | 'undo' | 'redo'
