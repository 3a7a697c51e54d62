import {
  BgColorsOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  FormatPainterOutlined,
  LockOutlined,
  RedoOutlined,
  ScissorOutlined,
  SearchOutlined,
  SnippetsOutlined,
  SwitcherOutlined,
  UndoOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import { type Point, selectAll, selectCopies, selectInverse, selectType, type Shortcut } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { isEffectivelyLocked as isHeldFast, isNeverMirrored } from '@mimic/engine/commands'
import { type Component, groupType } from '@mimic/engine/document'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { hasCopied } from '../session/clipboardMarker.ts'
import { stepLabels } from '../session/stepLabels.ts'
import { hasText } from '../view/textField.ts'
import { withBends, unlocked, ungrouped } from './selectionFilters.ts'
import { Icon, type IconName } from './Icon.tsx'
import { pageKeys, shortcutFor, formatKeys } from './keys.ts'
import { useClipboard } from './useClipboard.ts'

/** Editing action, shared by toolbar, menus and tooltips. */
export interface EditAction {
  readonly key: string
  readonly words: string
  /** Tooltip instead of the label, for example naming the step to undo. */
  readonly hint?: string | undefined
  readonly icon: ReactNode
  /** Shortcut, formatted for the current platform. */
  readonly keys?: string | undefined
  readonly isOff: boolean
  readonly isDanger?: boolean
  readonly run: () => void
}

const sides = ['left', 'centre-x', 'right', 'top', 'centre-y', 'bottom'] as const
const axes = ['horizontal', 'vertical'] as const
const sizes = ['width', 'height', 'both'] as const
const orders = ['front', 'forward', 'backward', 'back'] as const

/** Editing actions for the selection. Call in an observer, because their state depends on the selection. */
export function useActions() {
  const { session, drawing, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const clipboard = useClipboard()
  const { editor, selected, document } = session
  const number = selected.length
  const isNone = number === 0
  const isLocked = number > 0 && selected.every((component) => component.locked)
  /**
   * Returns true if at least `least` components can be moved. A lock on a surrounding group or on a member also holds a
   * component.
   */
  const areFree = (minCount: number, among: readonly Component[] = selected): boolean => {
    let free = 0
    return among.some((component) => !isHeldFast(document, component) && ++free >= minCount)
  }
  const isHeld = !areFree(1)
  const ids = session.selectedIds
  const lone = number === 1
  /** Mirroring this component alone has no visible effect. */
  const isPlain = lone && selected.every((component) => isNeverMirrored(component, catalog))

  const createAction = (
    key: string,
    icon: ReactNode,
    shortcut: Shortcut | undefined,
    isOff: boolean,
    run: () => void,
  ): EditAction => ({
    key,
    icon,
    isOff,
    run: () => {
      run()
      editor?.stage.canvas.focus()
    },
    words: shortcut ? localize(shortcut.words) : '',
    keys: shortcut && formatKeys(shortcut.keys[0] ?? ''),
  })
  const command = (
    name: Parameters<typeof shortcutFor>[0],
    args: Shortcut['args'],
    icon: IconName,
    isOff: boolean,
    run?: () => void,
  ): EditAction =>
    createAction(
      `${name} ${Object.values(args ?? {}).join(' ')}`,
      <Icon name={icon} />,
      shortcutFor(name, args),
      isOff,
      run ?? (() => void session.run(name, { ids: unlocked(document, selected), ...args })),
    )

  const act = (name: Parameters<typeof shortcutFor>[0], icon: ReactNode, isOff: boolean, run: () => void): EditAction =>
    createAction(name, icon, shortcutFor(name), isOff, run)
  const createDialogAction = (
    key: string,
    icon: ReactNode,
    keys: readonly string[] | undefined,
    isOff: boolean,
    run: () => void,
  ): EditAction => ({ key, icon, words: t(`edit.${key}`), keys: keys && formatKeys(keys[0] ?? ''), isOff, run })

  const stepHint = (key: 'undoOf' | 'redoOf', label: string | null): string | undefined => {
    const step = label === null ? undefined : stepLabels[label]
    return step && t(`edit.${key}`, { step: localize(step) })
  }

  return {
    undo: {
      ...act('undo', <UndoOutlined aria-hidden />, !session.canUndo, () => void session.run('undo', {})),
      hint: stepHint('undoOf', session.undoLabel),
    },
    redo: {
      ...act('redo', <RedoOutlined aria-hidden />, !session.canRedo, () => void session.run('redo', {})),
      hint: stepHint('redoOf', session.redoLabel),
    },
    copy: act('copy', <CopyOutlined aria-hidden />, isNone, clipboard.copy),
    cut: act('cut', <ScissorOutlined aria-hidden />, isHeld, clipboard.cut),
    paste: act('paste', <SnippetsOutlined aria-hidden />, !hasCopied(), () => void clipboard.paste()),
    /** Pastes at the position of the context menu. */
    pasteAt: (place: () => Point | null): EditAction =>
      act('paste', <SnippetsOutlined aria-hidden />, !hasCopied(), () => void clipboard.paste(place() ?? undefined)),
    copyStyle: act('copy-style', <FormatPainterOutlined aria-hidden />, isNone, () => editor?.clipboard.copyStyle()),
    pasteStyle: act('paste-style', <BgColorsOutlined aria-hidden />, isNone || !session.hasStyle, () =>
      editor?.clipboard.pasteStyle(),
    ),
    duplicate: act('duplicate', <SwitcherOutlined aria-hidden />, isNone, () => editor?.clipboard.duplicate()),
    remove: {
      ...act('remove', <DeleteOutlined aria-hidden />, isHeld, () => editor?.clipboard.remove()),
      isDanger: true,
    },

    /** A single component is aligned to the page. */
    align: sides.map((side) =>
      command(
        'align',
        { side },
        side,
        !areFree(lone ? 1 : 2),
        () =>
          void session.run('align', {
            ids: unlocked(document, selected),
            side,
            ...(lone && { to: 'layer' }),
          }),
      ),
    ),
    isAlignedToPage: lone,
    distribute: axes.map((axis) => command('distribute', { axis }, axis, !areFree(3))),
    sameSize: sizes.map((which) =>
      command(
        'same-size',
        { which },
        which,
        !areFree(1, selected.slice(1)),
        () =>
          void session.run('same-size', {
            ids: unlocked(document, selected),
            which,
            reference: ids[0],
          }),
      ),
    ),
    snap: createDialogAction(
      'snapToGrid',
      <Icon name="grid" />,
      undefined,
      isHeld,
      () =>
        void session.run('snap-to-grid', {
          ids: unlocked(document, selected),
          step: editor?.aids.state.gridSize ?? 10,
        }),
    ),
    turn: [
      command('rotate', { byDeg: 90 }, 'clockwise', isHeld),
      command('rotate', { byDeg: -90 }, 'anticlockwise', isHeld),
    ],
    angle: createDialogAction('angle', <Icon name="angle" />, pageKeys.angle.keys, isHeld, () =>
      dialogState.openDialog({ kind: 'angle' }),
    ),
    mirror: [
      command('mirror', { axis: 'horizontal' }, 'mirrorX', isHeld || isPlain),
      command('mirror', { axis: 'vertical' }, 'mirrorY', isHeld || isPlain),
    ],
    order: orders.map((to) => command('reorder', { to }, to, isNone, () => void session.run('reorder', { ids, to }))),
    group: command(
      'group',
      undefined,
      'group',
      ungrouped(document, selected).length < 2,
      () => void session.run('group', { ids: ungrouped(document, selected) }),
    ),
    ungroup: command(
      'ungroup',
      undefined,
      'ungroup',
      !ungrouped(
        document,
        selected.filter(({ type, link }) => type === groupType && !link),
      ).length,
      () => void session.run('ungroup', { ids: ungrouped(document, selected) }),
    ),
    lock: {
      ...act(
        'toggle-lock',
        isLocked ? <UnlockOutlined aria-hidden /> : <LockOutlined aria-hidden />,
        isNone,
        () => void session.run(isLocked ? 'unlock' : 'lock', { ids }),
      ),
      words: t(isLocked ? 'edit.unlock' : 'edit.lock'),
    },

    selectAll: command('select-all', undefined, 'selectAll', session.count === 0, () =>
      editor?.selection.set(selectAll(document, editor.selection.scope)),
    ),
    selectType: command('select-type', undefined, 'selectType', isNone, () =>
      editor?.selection.set(
        selectType(
          document,
          selected.map(({ type }) => type),
          editor.selection.scope,
        ),
      ),
    ),
    selectCopies: command('select-copies', undefined, 'selectCopies', isNone, () =>
      editor?.selection.set(selectCopies(document, selected, editor.selection.scope)),
    ),
    selectInverse: command('select-inverse', undefined, 'inverse', session.count === 0, () =>
      editor?.selection.set(selectInverse(document, ids, editor.selection.scope)),
    ),

    find: createDialogAction('find', <SearchOutlined aria-hidden />, pageKeys.find.keys, session.count === 0, () =>
      dialogState.openDialog({ kind: 'find' }),
    ),
    editText: createDialogAction(
      'editText',
      <EditOutlined aria-hidden />,
      pageKeys.editText.keys,
      !lone || !hasText(selected[0]),
      () => dialogState.editText(ids[0] ?? null),
    ),
    resetRoute: command(
      'reset-route',
      undefined,
      'route',
      withBends(document, selected).length === 0,
      () => void session.run('reset-route', { ids: withBends(document, selected) }),
    ),
    rebind: createDialogAction('rebind', <Icon name="rebind" />, undefined, session.count === 0, () =>
      dialogState.openDialog({ kind: 'rebind', ids: isNone ? undefined : ids }),
    ),
    /** Creates a symbol. Disabled while a symbol is edited: nested symbols are created in the drawing. */
    makeSymbol: createDialogAction('makeSymbol', <Icon name="symbol" />, undefined, isHeld || session !== drawing, () =>
      dialogState.openDialog({ kind: 'makeSymbol' }),
    ),
  }
}

export type Actions = ReturnType<typeof useActions>
