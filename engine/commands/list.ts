import { setProps } from './appearance.ts'
import { align, distribute, sameSize, snapToGridCommand } from './arrange.ts'
import { importDrawing, rename, setLayer } from './drawing.ts'
import { move, setFrame } from './frame.ts'
import { group, ungroup } from './group.ts'
import { add, copyAdd, paste } from './insert.ts'
import { lock, unlock } from './lock.ts'
import { reorder } from './order.ts'
import { del } from './remove.ts'
import { findReplace, rebind } from './replace.ts'
import { resetRoute } from './resetRoute.ts'
import { pasteStyle } from './style.ts'
import { addInstance, detach, makeSymbol, resetOverrides, setParams } from './symbols.ts'
import { delSymbol, renameSymbol, updateFromLibrary, updateSymbol } from './symbolsEdit.ts'
import { addFromLibrary } from './symbolsLibrary.ts'
import { mirror, rotate } from './rotateMirror.ts'

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
