import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import type { Mapping } from '../../contract/mapping/index.ts'
import { readMapping } from '../../contract/mapping/index.ts'
import type { IssuedCredential } from '../../contract/routes.ts'
import { parseSparkplugTopic } from '../../contract/mapping/sparkplug/index.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { type CreatedDevice, CreatePanel, mappingEntity } from './CreatePanel.tsx'
import { CreatedNotice } from './CreatedNotice.tsx'
import { CredentialPanel } from './CredentialPanel.tsx'
import { discoverDevices } from './discovery.ts'
import { addPoint, addTopic, createDeviceName, emptyMapping, getTemplateMapping, listFilters } from './mappingDraft.ts'
import { MessagePanel } from './MessagePanel.tsx'
import { PointTable } from './PointTable.tsx'
import { previewMapping } from './preview.ts'
import { RejectedPanel } from './RejectedPanel.tsx'
import type { Source } from './TemplateGallery.tsx'
import { TemplateGallery } from './TemplateGallery.tsx'
import { type IncomingMessage, useMessages } from './useMessages.ts'
import '../kit/page/List.css'
import './onboarding.css'

const maxMappings = 50

/** Page "Connect a device": choose a template, see incoming messages, make points of values, create the device. */
export const ConnectPage = observer(function ConnectPage() {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const [source, setSource] = useState<Source | null>(null)
  const [created, setCreated] = useState<CreatedDevice | null>(null)
  const handleAgain = (): void => {
    setSource(null)
    setCreated(null)
  }
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('title')}</h1>
        <p className="onboarding-note">{t('lead')}</p>
        <Link to="/help/connect-a-device">{t('help')}</Link>
      </header>
      <div className="list-body onboarding-body">
        {created && <CreatedNotice device={created} onAgain={handleAgain} />}
        {!created && source === null && <TemplateGallery onChoose={setSource} />}
        {!created && source !== null && (
          <>
            <p className="onboarding-chosen">
              <strong>{source.kind === 'listen' ? t('gallery.listen') : localize(source.template.words)}</strong>
              <Button size="small" onClick={handleAgain}>
                {t('gallery.other')}
              </Button>
            </p>
            <Connection source={source} onCreated={setCreated} />
          </>
        )}
      </div>
    </div>
  )
})

interface ConnectionProps {
  readonly source: Source
  readonly onCreated: (device: CreatedDevice) => void
}

/** Messages, points and creation for a chosen template. */
const Connection = observer(function Connection({ source, onCreated }: ConnectionProps) {
  const { entities, projects } = useStores()
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const template = source.kind === 'template' ? source.template : null
  const isSparkplug = template?.kind === 'sparkplug'
  const [draft, setDraft] = useState<Mapping>(() => (template && getTemplateMapping(template)) ?? emptyMapping)
  const [filters, setFilters] = useState<readonly string[]>(() =>
    template === null ? [] : template.kind === 'mapping' ? listFilters(template.mapping) : [template.filter],
  )
  const [deviceKey, setDeviceKey] = useState<string | null>(null)
  const [product, setProduct] = useState<string | null>(null)
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const existing = useRequest('mappings', (signal) =>
    entities.of(mappingEntity).client.list({ page: 1, pageSize: maxMappings }, { signal, quiet: true }),
  )
  const rows = (existing === null || existing instanceof CallFailure ? [] : existing.rows).filter(
    (row) => (row['protocol'] === 'sparkplug') === isSparkplug,
  )
  const stored = rows.find((row) => row['product'] === product)
  const mapping = (stored && readStored(stored)) ?? draft
  const { value, failure } = useMessages(filters)
  const messages = useMemo(() => value?.messages ?? [], [value])
  const zone = projects.list[0]?.timeZone ?? 'UTC'
  const preview = useMemo(() => previewMapping(mapping, messages, zone), [mapping, messages, zone])
  const discovered = useMemo(
    () => (template?.kind === 'discovery' ? discoverDevices(messages) : null),
    [template, messages],
  )
  const deviceKeys = isSparkplug ? listSparkplugKeys(messages) : discovered ? [...discovered.keys()] : preview.devices
  /** A device that describes itself has a mapping of its own. */
  const handleDeviceKey = (key: string): void => {
    setDeviceKey(key)
    const described = discovered?.get(key)
    if (!described || template?.kind !== 'discovery') return
    setDraft(described.mapping)
    setFilters([template.filter, ...listFilters(described.mapping)])
  }
  const shownDevice = deviceKey ?? deviceKeys[0] ?? null
  const [problem] = isSparkplug ? [] : preview.problems
  const isEmpty = !isSparkplug && mapping.points.length === 0
  const fault = isEmpty ? t('create.noPoints') : problem ? `${problem.path}: ${localize(problem.words)}` : null
  return (
    <>
      {failure && (
        <p className="onboarding-fault" role="status">
          {localize(failure.words)}
        </p>
      )}
      <CredentialPanel issued={issued} onIssued={setIssued} />
      <div className="onboarding-columns">
        <MessagePanel
          filters={filters}
          onFilters={setFilters}
          messages={messages}
          mapping={mapping}
          onAdd={
            isSparkplug || stored
              ? null
              : ({ topic }, deviceLevel, { path, suggestion }) => {
                  if (!suggestion) return
                  const added = addTopic(draft, topic, deviceLevel)
                  setDraft(addPoint(added.mapping, added.id, path, suggestion))
                }
          }
        />
        <section className="onboarding-panel" aria-label={t('points.title')}>
          <h2>{t('points.title')}</h2>
          {discovered && <p className="onboarding-note">{t('points.discovery')}</p>}
          {isSparkplug ? (
            <p className="onboarding-note">{t('points.sparkplug')}</p>
          ) : (
            <>
              {shownDevice !== null && (
                <p className="onboarding-note">{t('points.previewOf', { device: shownDevice })}</p>
              )}
              <PointTable
                mapping={mapping}
                preview={preview}
                device={shownDevice}
                onChange={stored ? null : setDraft}
              />
            </>
          )}
        </section>
      </div>
      <CreatePanel
        key={issued?.id}
        issued={issued}
        suggestedName={template === null ? t('create.ownName') : localize(template.words)}
        suggestedCode={createDeviceName(template?.id ?? 'own-devices')}
        protocol={isSparkplug ? 'sparkplug' : 'mapping'}
        mapping={isSparkplug ? null : mapping}
        deviceKeys={deviceKeys}
        deviceKey={deviceKey}
        onDeviceKey={handleDeviceKey}
        mappings={rows}
        product={product}
        onProduct={setProduct}
        fault={fault}
        onCreated={onCreated}
      />
      <RejectedPanel rejected={value?.rejected ?? []} />
    </>
  )
})

/** The stored mapping of a row. */
function readStored({ definition }: Row): Mapping | undefined {
  return typeof definition === 'string' ? readMapping(JSON.parse(definition)).mapping : undefined
}

/** Edge nodes and devices in the topics of Sparkplug B. */
const listSparkplugKeys = (messages: readonly IncomingMessage[]): readonly string[] => [
  ...new Set(
    messages.flatMap(({ topic }) => {
      const parsed = parseSparkplugTopic(topic)
      if (parsed?.kind !== 'node') return []
      return [[parsed.group, parsed.node, ...(parsed.device === null ? [] : [parsed.device])].join('/')]
    }),
  ),
]
