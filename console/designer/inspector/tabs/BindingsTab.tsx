import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Component } from '@mimic/engine/document'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { bindableFields, createVia } from '../bindings/bindable.ts'
import { BindingList } from '../bindings/BindingList.tsx'
import { useBindingDialog } from '../bindings/useBindingDialog.tsx'

/** Bindings of a component; each drives one property by one tag. */
export const BindingsTab = observer(function BindingsTab({
  components,
}: {
  readonly components: readonly Component[]
}) {
  const { t } = useTranslation('designer')
  const [component, ...others] = components
  const { edit, remove, dialog } = useBindingDialog(component)
  if (!component || others.length > 0) return <p className="panel-hint">{t('bindings.one')}</p>

  const fields = bindableFields(component)
  const boundProps = new Set(component.bindings.map((binding) => binding.prop))
  const left = [...fields].filter(([name]) => !boundProps.has(name))
  // Prefer a property that shows a value: choices, such as a variant, are usually set once.
  const free = left.find(([, { kind }]) => kind !== 'choice') ?? left[0]

  const handleAdd = (): void => {
    if (free) edit({ prop: free[0], tag: '', via: createVia(free[1]) })
  }

  return (
    <div className="inspector-body">
      <BindingList bindings={[...component.bindings.entries()]} fields={fields} onEdit={edit} onRemove={remove} />
      {component.bindings.length === 0 && <p className="panel-hint">{t('bindings.empty')}</p>}
      <Button className="binding-add" icon={<PlusOutlined aria-hidden />} disabled={!free} onClick={handleAdd}>
        {t('bindings.add')}
      </Button>
      {dialog}
    </div>
  )
})
