import {
  CopyOutlined, DeleteOutlined, LockOutlined, ScissorOutlined, SnippetsOutlined, SwitcherOutlined, UnlockOutlined,
  VerticalAlignBottomOutlined, VerticalAlignTopOutlined, DownOutlined, UpOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import { useDesigner } from './context.ts'

/** One thing that can be done to the selection: bar, context menu and hints read the same list. */
export interface EditAction {
  readonly key: string
  readonly words: string
  readonly icon: ReactNode
  readonly keys?: string
  readonly isOff: boolean
  readonly isDanger?: boolean
  readonly run: () => void
}

const modifier = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl+'

/** To be called in an observer: what is off depends on the selection. */
export function useEditActions(): Readonly<Record<'copy' | 'cut' | 'paste' | 'duplicate' | 'front' | 'forward' | 'backward' | 'back' | 'lock' | 'remove', EditAction>> {
  const { session } = useDesigner()
  const { notices } = useStores()
  const { t } = useTranslation('designer')
  const { editor, selected } = session
  const isNone = selected.length === 0
  const isLocked = selected.length > 0 && selected.every((component) => component.locked)
  const isHeld = isNone || selected.every((component) => component.locked)
  const ids = session.selectedIds

  const share = (text: string | undefined): void => {
    // The drawing keeps its own copy; a browser that refuses the system's only keeps it from other windows.
    if (text !== undefined) void navigator.clipboard?.writeText(text).catch(() => undefined)
  }
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard?.readText().catch(() => undefined)
    const pasted = editor?.clipboard.paste(text)
    if (pasted && !pasted.ours) editor?.clipboard.paste()
    const [problem] = pasted?.problems ?? []
    if (problem) notices.post({ manner: 'warning', words: { en: problem.message, zh: problem.message } })
  }
  const reorder = (to: string) => (): void => void session.run('reorder', { ids, to })

  return {
    copy: { key: 'copy', words: t('edit.copy'), icon: <CopyOutlined />, keys: `${modifier}C`, isOff: isNone, run: () => share(editor?.clipboard.copy()) },
    cut: { key: 'cut', words: t('edit.cut'), icon: <ScissorOutlined />, keys: `${modifier}X`, isOff: isHeld, run: () => share(editor?.clipboard.cut()) },
    paste: { key: 'paste', words: t('edit.paste'), icon: <SnippetsOutlined />, keys: `${modifier}V`, isOff: false, run: () => void paste() },
    duplicate: {
      key: 'duplicate', words: t('edit.duplicate'), icon: <SwitcherOutlined />, keys: `${modifier}D`, isOff: isNone,
      run: () => editor?.clipboard.duplicate(),
    },
    front: {
      key: 'front', words: t('edit.front'), icon: <VerticalAlignTopOutlined />, keys: `${modifier}⇧]`, isOff: isNone, run: reorder('front'),
    },
    forward: { key: 'forward', words: t('edit.forward'), icon: <UpOutlined />, keys: `${modifier}]`, isOff: isNone, run: reorder('forward') },
    backward: { key: 'backward', words: t('edit.backward'), icon: <DownOutlined />, keys: `${modifier}[`, isOff: isNone, run: reorder('backward') },
    back: {
      key: 'back', words: t('edit.back'), icon: <VerticalAlignBottomOutlined />, keys: `${modifier}⇧[`, isOff: isNone, run: reorder('back'),
    },
    lock: {
      key: 'lock', words: t(isLocked ? 'edit.unlock' : 'edit.lock'), icon: isLocked ? <UnlockOutlined /> : <LockOutlined />, isOff: isNone,
      run: () => void session.run('set-props', { ids, common: { locked: !isLocked } }),
    },
    remove: {
      key: 'remove', words: t('edit.remove'), icon: <DeleteOutlined />, keys: 'Del', isOff: isHeld, isDanger: true,
      run: () => editor?.clipboard.remove(),
    },
  }
}
