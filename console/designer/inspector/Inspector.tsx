import { Tabs } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../context.ts'
import { ActionTab } from './tabs/ActionTab.tsx'
import { AnimationTab } from './tabs/AnimationTab.tsx'
import { BindingsTab } from './tabs/BindingsTab.tsx'
import { LayerForm } from './tabs/LayerForm.tsx'
import { SelectionForm } from './tabs/SelectionForm.tsx'

/** Shows and edits the selected components, or the layer if none is selected. */
export const Inspector = observer(function Inspector() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const [tab, setTab] = useState('look')
  const { selected } = session
  const [first] = selected
  const number = selected.length === 1 ? (first?.bindings.length ?? 0) : 0
  const bindings = number > 0 ? t('inspector.bindingsOf', { number }) : t('inspector.bindings')
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (!leavesField(event)) return
    event.preventDefault()
    // Wait for the field to handle the key first: leaving it writes its text.
    flushSync(() => undefined)
    session.editor?.stage.canvas.focus({ preventScroll: true })
  }
  return (
    <aside className="inspector" aria-label={t('inspector.label')} onKeyDown={handleKey}>
      {!first ? (
        <LayerForm />
      ) : (
        <Tabs
          activeKey={tab}
          onChange={setTab}
          size="small"
          destroyOnHidden
          items={[
            { key: 'look', label: t('inspector.look'), children: <SelectionForm components={selected} /> },
            { key: 'bindings', label: bindings, children: <BindingsTab components={selected} /> },
            {
              key: 'action',
              label: t('inspector.action'),
              children: <ActionTab key={first.id} components={selected} />,
            },
            { key: 'animation', label: t('inspector.animation'), children: <AnimationTab components={selected} /> },
          ]}
        />
      )}
    </aside>
  )
})

/**
 * Returns true if a key ends text input, so that the canvas receives the next key. Keys in dialogs and open lists are
 * ignored.
 */
function leavesField({ key, nativeEvent, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (
    nativeEvent.isComposing ||
    !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) ||
    !currentTarget.contains(target) ||
    target.type === 'password'
  )
    return false
  if (target.getAttribute('aria-expanded') === 'true') return false
  if (key === 'Escape') return true
  // Enter adds a line in text areas, opens the list of selects, and does not leave an invalid field.
  return (
    key === 'Enter' &&
    target instanceof HTMLInputElement &&
    target.role !== 'combobox' &&
    target.type !== 'checkbox' &&
    target.ariaInvalid !== 'true'
  )
}
