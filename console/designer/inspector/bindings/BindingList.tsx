import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { Binding } from '@mimic/engine/document'
import type { Field } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'

interface BindingListProps {
  /** Bindings with their index in the component. */
  readonly bindings: readonly (readonly [index: number, binding: Binding])[]
  readonly fields: ReadonlyMap<string, Field>
  readonly onEdit: (binding: Binding, index: number) => void
  readonly onRemove: (index: number) => void
}

/** Bindings of a component. */
export function BindingList({ bindings, fields, onEdit, onRemove }: BindingListProps) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  return (
    <ul className="binding-list">
      {bindings.map(([index, binding]) => {
        const field = fields.get(binding.prop)
        const words = field ? localize(field.words) : binding.prop
        return (
          <li key={binding.prop}>
            <div>
              <b>{words}</b>
              <span className="binding-tag" title={getSource(binding)}>
                {getSource(binding)}
              </span>
              <small>{t(`via.${binding.via.kind}`)}</small>
            </div>
            <Tooltip title={t('bindings.edit')}>
              <Button
                size="small"
                type="text"
                aria-label={t('bindings.editOf', { words })}
                icon={<EditOutlined aria-hidden />}
                onClick={() => onEdit(binding, index)}
              />
            </Tooltip>
            <Tooltip title={t('bindings.remove')}>
              <Button
                size="small"
                type="text"
                danger
                aria-label={t('bindings.removeOf', { words })}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => onRemove(index)}
              />
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}

const getSource = ({ tag, via }: Binding): string => (via.kind === 'expression' ? via.source : tag)
