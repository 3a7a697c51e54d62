import { Tabs } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../context.ts'
import { ActionTab } from './ActionTab.tsx'
import { AnimationTab } from './AnimationTab.tsx'
import { BindingsTab } from './BindingsTab.tsx'
import { LayerForm } from './LayerForm.tsx'
import { SelectionForm } from './SelectionForm.tsx'

/** What is selected, to be read and changed: the layer when nothing is. */
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
    // What the field itself does at this key comes first: leaving writes what stands in it.
    flushSync(() => undefined)
    session.editor?.stage.canvas.focus({ preventScroll: true })
  }
  return (
    <aside className="inspector" aria-label={t('inspector.label')} onKeyDown={handleKey}>
      {!first ? <LayerForm /> : (
        <Tabs
          activeKey={tab} onChange={setTab} size="small" destroyOnHidden
          items={[
            { key: 'look', label: t('inspector.look'), children: <SelectionForm components={selected} /> },
            { key: 'bindings', label: bindings, children: <BindingsTab components={selected} /> },
            { key: 'action', label: t('inspector.action'), children: <ActionTab key={first.id} components={selected} /> },
            { key: 'animation', label: t('inspector.animation'), children: <AnimationTab components={selected} /> },
          ]}
        />
      )}
    </aside>
  )
})

/** Whether a key ends the writing in a field of the panel, so that the next one is the drawing's. A dialog's and a list's keys are their own. */
function leavesField({ key, nativeEvent, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (nativeEvent.isComposing || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || !currentTarget.contains(target) || target.type === 'password') return false
  if (target.getAttribute('aria-expanded') === 'true') return false
  if (key === 'Escape') return true
  // An Enter is a line of its own in some, opens the list of others, and leaves nothing that is wrong.
  return key === 'Enter' && target instanceof HTMLInputElement && target.role !== 'combobox' && target.type !== 'checkbox' && target.ariaInvalid !== 'true'
}
