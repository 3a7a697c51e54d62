import { compileExpression } from '@mimic/engine/bindings'
import { type Binding, type Component, resolveBinding, resolveSource } from '@mimic/engine/document'
import type { Problem } from '@mimic/engine/schema'
import { Alert, Checkbox, Modal, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../../../contract/routes.ts'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { ProblemList } from '../../dialogs/ProblemList.tsx'
import { bindableFields, createVia, getViaKinds, type ViaKind } from './bindable.ts'
import { BindingPreview } from './BindingPreview.tsx'
import { Row } from '../parts/Row.tsx'
import { TagPicker } from './TagPicker.tsx'
import { isOfDevice, valueLabels } from '../parts/valueLabels.ts'
import { ViaEditor } from './ViaEditor.tsx'

interface BindingDialogProps {
  readonly component: Component
  readonly start: Binding
  /** Properties that other bindings already drive. */
  readonly boundProps: ReadonlySet<string>
  readonly project: string
  /** Writes the binding and returns its problems. */
  readonly onSave: (binding: Binding) => readonly Problem[]
  readonly onCancel: () => void
}

/**
 * Edits a binding: property, tag and conversion, with a preview of the result. A changed binding closes only by a
 * button, so that an outside click or Escape does not lose it.
 */
export function BindingDialog({ component, start, boundProps, project, onSave, onCancel }: BindingDialogProps) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const id = useId()
  const { params } = useDesigner().session
  const [binding, setBinding] = useState(start)
  const [tag, setTag] = useState<Tag | undefined>(undefined)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isStatesOnly, setIsStatesOnly] = useState(true)
  const fields = bindableFields(component, start.prop)
  const field = fields.get(binding.prop)
  const wantsState = isOfDevice(component, binding.prop)
  const named = valueLabels([component], binding.prop)
  const expression =
    binding.via.kind === 'expression' ? compileExpression(resolveSource(binding.via.source, params)) : null
  const isBroken = expression?.problems !== undefined
  // An expression that uses only other tags needs no tag of its own, so its first tag is used. Not in a symbol, where
  // that may be a placeholder; there the user selects one.
  const whole: Binding =
    expression && !expression.problems && !expression.readsValue && params.length === 0
      ? { ...binding, tag: expression.tags[0] ?? binding.tag }
      : binding

  const change = (part: Partial<Binding>): void => {
    setProblems([])
    setBinding({ ...binding, ...part })
  }
  const handleProp = (prop: string): void => {
    const next = fields.get(prop)
    if (!next) return
    const isOfKind = field?.kind === next.kind && getViaKinds(next).includes(binding.via.kind)
    change({ prop, via: isOfKind ? binding.via : createVia(next) })
  }
  const handleTag = (path: string, chosen: Tag | undefined): void => {
    setTag(chosen)
    const { via } = binding
    const takesUnit =
      via.kind === 'value' &&
      field?.kind === 'text' &&
      (via.unit ?? '') === (tag?.unit ? spaced(tag.unit) : '') &&
      chosen?.unit
    change({ tag: path, via: takesUnit ? { ...via, unit: spaced(chosen.unit) } : via })
  }

  return (
    <Modal
      open
      width={560}
      title={t('bindings.dialog', { name: component.name })}
      okText={t('bindings.save')}
      onCancel={onCancel}
      mask={{ closable: false }}
      keyboard={binding === start}
      okButtonProps={{ disabled: !whole.tag || isBroken }}
      onOk={() => setProblems(onSave(whole))}
      className="binding-dialog"
    >
      <Row label={t('bindings.prop')} htmlFor={`${id}prop`}>
        <Select
          id={`${id}prop`}
          className="wide"
          value={binding.prop}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={handleProp}
          options={[...fields].map(([name, each]) => ({
            value: name,
            label: localize(each.words),
            disabled: boundProps.has(name),
          }))}
        />
      </Row>
      <Row label={t(expression ? 'bindings.tagAsValue' : 'bindings.tag')} htmlFor={`${id}tag`}>
        <TagPicker
          id={`${id}tag`}
          value={binding.tag}
          project={project}
          isStates={wantsState && isStatesOnly}
          onChange={handleTag}
        />
        {wantsState && (
          <Checkbox checked={isStatesOnly} onChange={(event) => setIsStatesOnly(event.target.checked)}>
            {t('bindings.statesOnly')}
          </Checkbox>
        )}
      </Row>
      {field && (
        <>
          <Row label={t('bindings.way')}>
            <Segmented<ViaKind>
              value={binding.via.kind}
              aria-label={t('bindings.way')}
              onChange={(kind) => change({ via: kind === start.via.kind ? start.via : createVia(field, kind) })}
              options={getViaKinds(field).map((kind) => ({ value: kind, label: t(`via.${kind}`) }))}
            />
          </Row>
          {named && (
            <p className="panel-hint flush">
              {t('bindings.meanings', {
                list: named
                  .map((each) => t('inspector.meaning', { words: localize(each.words), number: each.value }))
                  .join(t('bindings.between')),
              })}
            </p>
          )}
          <ViaEditor via={binding.via} field={field} named={named} tag={tag} onChange={(via) => change({ via })} />
          {whole.tag ? (
            <BindingPreview
              key={whole.tag}
              unit={tag?.unit ?? ''}
              field={field}
              named={named}
              {...resolveBinding(whole, params)}
            />
          ) : (
            <p className="panel-hint flush">{t('bindings.tagMissing')}</p>
          )}
        </>
      )}
      {problems.length > 0 && (
        <Alert type="error" showIcon title={t('bindings.refused')} description={<ProblemList problems={problems} />} />
      )}
    </Modal>
  )
}

/** Units are separated from the number by a space, except for percent. */
const spaced = (unit: string): string => (unit === '%' ? unit : ` ${unit}`)
