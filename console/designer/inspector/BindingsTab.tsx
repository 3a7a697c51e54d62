import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { Binding, Component } from '@mimic/engine/document'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../kit/useSay.ts'
import { useDesigner } from '../context.ts'
import { BindingDialog } from './BindingDialog.tsx'
import { bindableFields, freshVia } from './bindable.ts'

/** What drives a component: its bindings, each one property by one tag. */
export const BindingsTab = observer(function BindingsTab({ components }: { readonly components: readonly Component[] }) {
  const { session, store } = useDesigner()
  const { t } = useTranslation('designer')
  const say = useSay()
  const [edited, setEdited] = useState<{ readonly binding: Binding; readonly index: number } | null>(null)
  const [component, ...others] = components
  if (!component || others.length > 0) return <p className="panel-hint">{t('bindings.one')}</p>

  const fields = bindableFields(component)
  const taken = new Set(component.bindings.map((binding) => binding.prop))
  const left = [...fields].filter(([name]) => !taken.has(name))
  // What a thing is like is chosen once; what it shows is what one comes here for.
  const free = left.find(([, { kind }]) => kind !== 'choice') ?? left[0]

  const write = (bindings: readonly Binding[]) => session.run('set-props', { ids: [component.id], bindings })
  const handleAdd = (): void => {
    if (free) setEdited({ binding: { prop: free[0], tag: '', via: freshVia(free[1]) }, index: component.bindings.length })
  }
  const handleSave = (binding: Binding) => {
    const list = [...component.bindings]
    list[edited?.index ?? list.length] = binding
    const result = session.ask('set-props', { ids: [component.id], bindings: list })
    if (result.ok) setEdited(null)
    return result.ok ? [] : result.problems
  }

  return (
    <div className="inspector-body">
      <ul className="binding-list">
        {component.bindings.map((binding, index) => {
          const field = fields.get(binding.prop)
          const words = field ? say(field.words) : binding.prop
          return (
            <li key={binding.prop}>
              <div>
                <b>{words}</b>
                <span className="binding-tag" title={sourceOf(binding)}>{sourceOf(binding)}</span>
                <small>{t(`via.${binding.via.kind}`)}</small>
              </div>
              <Tooltip title={t('bindings.edit')}>
                <Button size="small" type="text" aria-label={t('bindings.editOf', { words })} icon={<EditOutlined aria-hidden />} onClick={() => setEdited({ binding, index })} />
              </Tooltip>
              <Tooltip title={t('bindings.remove')}>
                <Button
                  size="small" type="text" danger aria-label={t('bindings.removeOf', { words })} icon={<DeleteOutlined aria-hidden />}
                  onClick={() => write(component.bindings.filter((_, at) => at !== index))}
                />
              </Tooltip>
            </li>
          )
        })}
      </ul>
      {component.bindings.length === 0 && <p className="panel-hint">{t('bindings.empty')}</p>}
      <Button className="binding-add" icon={<PlusOutlined aria-hidden />} disabled={!free} onClick={handleAdd}>{t('bindings.add')}</Button>
      {edited && (
        <BindingDialog
          component={component} start={edited.binding} project={store.project} onSave={handleSave} onCancel={() => setEdited(null)}
          taken={new Set(component.bindings.filter((_, at) => at !== edited.index).map((binding) => binding.prop))}
        />
      )}
    </div>
  )
})

const sourceOf = ({ tag, via }: Binding): string => (via.kind === 'expression' ? via.source : tag)
