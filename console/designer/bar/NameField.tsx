import { Input } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { useDesigner } from '../context.ts'

/** Name of the drawing. Enter or leaving the field applies it, Escape restores it. */
export const NameField = observer(function NameField() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const [typed, setTyped] = useState<string | null>(null)

  const handleCommit = (): void => {
    const name = typed?.trim()
    if (name && name !== session.name) session.run('rename', { name })
    setTyped(null)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key !== 'Escape') return
    setTyped(null)
    event.stopPropagation()
  }

  return (
    <Input
      className="bar-name"
      variant="borderless"
      aria-label={t('bar.name')}
      maxLength={limits.drawing.nameLength}
      value={typed ?? session.name}
      title={session.name}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={handleCommit}
      onKeyDown={handleKey}
    />
  )
})
