import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { script } from '../../contract/scada/rules.ts'
import { EntityScreen } from '../crud/EntityScreen.tsx'
import { BridgeSelector } from './BridgeSelector.tsx'
import { ScriptLog } from './ScriptLog.tsx'
import './script.css'

/** The rule scripts; each has its log at hand, and its access point is chosen among the bridges. */
export function ScriptPage() {
  const { t } = useTranslation('script')
  const [shown, setShown] = useState<Row | null>(null)
  return (
    <>
      <EntityScreen shape={{ entity: script, editors: { bridge: BridgeSelector }, rowActions: (row) => [{ key: 'log', label: t('log'), onClick: () => setShown(row) }] }} />
      {shown && <ScriptLog row={shown} onClose={() => setShown(null)} />}
    </>
  )
}
