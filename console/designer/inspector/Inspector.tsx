import { Tabs } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
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
  return (
    <aside className="inspector" aria-label={t('inspector.label')}>
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
