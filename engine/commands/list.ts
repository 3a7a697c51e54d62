import { setProps } from './edit/appearance.ts'
import { align, distribute, sameSize, snapToGridCommand } from './edit/arrange.ts'
import { importDrawing, rename, setLayer } from './symbols/drawing.ts'
import { move, setFrame } from './edit/frame.ts'
import { group, ungroup } from './edit/group.ts'
import { add, copyAdd, paste } from './symbols/insert.ts'
import { lock, unlock } from './edit/lock.ts'
import { reorder } from './edit/order.ts'
import { del } from './edit/remove.ts'
import { findReplace, rebind } from './replace.ts'
import { resetRoute } from './edit/resetRoute.ts'
import { pasteStyle } from './edit/style.ts'
import { addInstance, detach, makeSymbol, resetOverrides, setParams } from './symbols/symbols.ts'
import { delSymbol, renameSymbol, updateFromLibrary, updateSymbol } from './symbols/symbolsEdit.ts'
import { addFromLibrary } from './symbols/symbolsLibrary.ts'
import { mirror, rotate } from './edit/rotateMirror.ts'

/** All commands. The specification defines the names `add`, `del`, `move` and `copy-add`. */
export const commands = [
  add,
  del,
  move,
  copyAdd,
  paste,
  pasteStyle,
  setProps,
  setFrame,
  reorder,
  setLayer,
  rename,
  importDrawing,
  align,
  distribute,
  sameSize,
  snapToGridCommand,
  rotate,
  mirror,
  group,
  ungroup,
  lock,
  unlock,
  findReplace,
  rebind,
  resetRoute,
  makeSymbol,
  addInstance,
  setParams,
  resetOverrides,
  detach,
  updateSymbol,
  renameSymbol,
  delSymbol,
  addFromLibrary,
  updateFromLibrary,
] as const

/** Names accepted by `bus.run`. */
export type CommandName = (typeof commands)[number]['name'] | 'undo' | 'redo'
