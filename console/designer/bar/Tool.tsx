import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { MenuItems } from '../actions/menuItems.ts'
import type { EditAction } from '../actions/useActions.tsx'

interface ToolProps {
  readonly words: string
  /** Tooltip instead of the label. */
  readonly hint?: string | undefined
  readonly keys?: string | undefined
  readonly icon: ReactNode
  readonly isOff?: boolean
  readonly isPressed?: boolean
  readonly onRun: () => void
}

/** Icon button of the toolbar with label and shortcut as tooltip. */
export function Tool({ words, hint = words, keys, icon, isOff = false, isPressed, onRun }: ToolProps) {
  return (
    <Tooltip title={keys ? `${hint} (${keys})` : hint} mouseEnterDelay={0.4}>
      <Button
        type="text"
        className="bar-tool"
        aria-label={words}
        aria-keyshortcuts={keys}
        aria-pressed={isPressed}
        icon={icon}
        disabled={isOff}
        onClick={onRun}
      />
    </Tooltip>
  )
}

export function ActionTool({ action: { words, hint, keys, icon, isOff, run } }: { readonly action: EditAction }) {
  return <Tool words={words} hint={hint} keys={keys} icon={icon} isOff={isOff} onRun={run} />
}

interface MenuToolProps {
  readonly words: string
  readonly icon: ReactNode
  readonly items: MenuItems
}

/** Toolbar button that opens a menu. When opened by keyboard, the first entry is focused. */
export function MenuTool({ words, icon, items }: MenuToolProps) {
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ className: 'designer-menu', items }}>
      <Button type="text" className="bar-menu" aria-label={words} aria-haspopup="menu" title={words}>
        {icon}
        <DownOutlined className="bar-caret" aria-hidden />
      </Button>
    </Dropdown>
  )
}
