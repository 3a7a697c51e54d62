import type { Component } from '@mimic/engine/document'
import type { Field } from '@mimic/engine/schema'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { parseTag, statePoint } from '../../../../contract/telemetry/tags.ts'
import { createVia } from './bindable.ts'
import { isOfDevice } from '../parts/valueLabels.ts'
import { useBindingDialog } from './useBindingDialog.tsx'

interface DeviceStateHintProps {
  readonly component: Component
  readonly prop: string
  readonly field: Field
}

/** Suggests selecting the device for a property that should show a device state and is not bound to one yet. */
export function DeviceStateHint({ component, prop, field }: DeviceStateHintProps) {
  const { t } = useTranslation('designer')
  const { edit, dialog } = useBindingDialog(component)
  const index = component.bindings.findIndex((binding) => binding.prop === prop)
  const bound = component.bindings[index]
  // Custom bindings by states or expressions are accepted as they are.
  const isWired =
    bound !== undefined &&
    (bound.via.kind !== 'value' || bound.tag.includes('{') || parseTag(bound.tag)?.point === statePoint)
  if (!isOfDevice(component, prop) || isWired) return null
  return (
    <p className="panel-hint flush">
      {t('bindings.stateMissing')}{' '}
      <Button
        type="link"
        size="small"
        onClick={() => (bound ? edit(bound, index) : edit({ prop, tag: '', via: createVia(field) }))}
      >
        {t('bindings.chooseDevice')}
      </Button>
      {dialog}
    </p>
  )
}
