import { ArrowLeftOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import { chart } from '../../contract/platform/dashboards.ts'
import { useConfirmLeave } from '../crud/form/useConfirmLeave.ts'
import { useRowRights } from '../crud/config/useRights.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { messages } from '../kit/text/errorCatalogue.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { chartTexts, readOption } from './chartOption.ts'
import { ChartView } from './ChartView.tsx'
import { listPath } from './paths.ts'
import { useChartData } from './useChartData.ts'
import '../kit/page/List.css'
import './chart.css'

/** `/scada/echart/detail?id=…`: editor of a chart with a live preview. */
export function ChartPage() {
  const [params] = useSearchParams()
  const { t } = useTranslation('chart')
  const id = params.get('id') ?? ''
  return id === '' ? <NoChart text={t('missingText')} /> : <Opened key={id} id={id} />
}

/** Shown if the chart does not exist or the URL contains no id. */
function NoChart({ text }: { readonly text: string }) {
  const { t } = useTranslation('chart')
  return (
    <div className="list-page">
      <EmptyPanel tone="failed" title={t('missing')} text={text}>
        <Link to={listPath}>
          <Button type="primary">{t('back')}</Button>
        </Link>
      </EmptyPanel>
    </div>
  )
}

function Opened({ id }: { readonly id: string }) {
  const { entities } = useStores()
  const localize = useLocalized()
  const [row, setRow] = useState<Row | CallFailure | null>(null)
  useEffect(() => {
    const running = new AbortController()
    entities
      .of(chart)
      .client.read(id, { signal: running.signal, quiet: true })
      .then(setRow, (thrown: unknown) => {
        if (running.signal.aborted) return
        if (!(thrown instanceof CallFailure)) throw thrown
        setRow(thrown)
      })
    return () => running.abort()
  }, [entities, id])
  if (row === null)
    return (
      <div className="list-page" aria-busy="true">
        <ProgressLine active />
      </div>
    )
  if (row instanceof CallFailure) return <NoChart text={localize(row.words)} />
  return <Editor key={row.revision} row={row} onSaved={setRow} />
}

const Editor = observer(function Editor({ row, onSaved }: { readonly row: Row; readonly onSaved: (row: Row) => void }) {
  const { entities, notices } = useStores()
  const { t } = useTranslation('chart')
  const localize = useLocalized()
  const may = useRowRights(chart)
  const stored = chartTexts(row)
  const [code, setCode] = useState(stored.option)
  const [shown, setShown] = useState(stored.option)
  const [url, setUrl] = useState(stored.url)
  const [source, setSource] = useState({ url: stored.url, turn: 0 })
  const [isBroken, setBroken] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const fetched = useChartData(source.url, source.turn)
  const isValid = readOption(code) !== null
  const isChanged = code !== stored.option || url.trim() !== stored.url
  const mayWrite = may('update', row)
  useConfirmLeave(() => mayWrite && isChanged)
  useEffect(() => {
    const timer = setTimeout(() => setShown(code), 300)
    return () => clearTimeout(timer)
  }, [code])

  async function handleSave() {
    setBusy(true)
    try {
      onSaved(await entities.of(chart).client.update(row, { option: code, url: url.trim() || null }, false))
      notices.post({ manner: 'success', words: messages.saved })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown the failure
    } finally {
      setBusy(false)
    }
  }

  const problem = !isValid ? t('invalidJson') : isBroken ? t('broken') : fetched.isBad ? t('badUrl') : null
  return (
    <div className="list-page">
      <header className="list-head">
        <Link to={listPath}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined aria-hidden />}>
            {t('back')}
          </Button>
        </Link>
        <h1>{stored.name}</h1>
        <div className="list-toolbar">
          <span className="list-gap" />
          <Button disabled={!isValid || !mayWrite} onClick={() => setCode(tidy(code))}>
            {t('tidy')}
          </Button>
          {mayWrite && (
            <Button type="primary" disabled={!isValid || !isChanged} loading={isBusy} onClick={() => void handleSave()}>
              {t('save')}
            </Button>
          )}
        </div>
      </header>
      <div className="chart-desk">
        <section className="chart-code" aria-label={t('code')}>
          <label htmlFor="chart-url">{t('url')}</label>
          <div className="chart-url">
            <Input
              id="chart-url"
              value={url}
              maxLength={500}
              disabled={!mayWrite}
              onChange={(event) => setUrl(event.target.value)}
              onPressEnter={() => setSource({ url: url.trim(), turn: source.turn + 1 })}
            />
            <Tooltip title={t('ask')}>
              <Button
                aria-label={t('ask')}
                icon={<ReloadOutlined aria-hidden />}
                onClick={() => setSource({ url: url.trim(), turn: source.turn + 1 })}
              />
            </Tooltip>
          </div>
          <small>{t('urlHint')}</small>
          <label htmlFor="chart-option">{t('code')}</label>
          <Input.TextArea
            id="chart-option"
            className="chart-text"
            value={code}
            maxLength={100_000}
            spellCheck={false}
            readOnly={!mayWrite}
            status={isValid ? '' : 'error'}
            onChange={(event) => setCode(event.target.value)}
          />
        </section>
        <section className="chart-look" aria-label={t('preview')}>
          {problem !== null && (
            <Alert
              type="error"
              showIcon
              title={problem}
              description={isValid && !isBroken && fetched.error ? localize(fetched.error) : undefined}
              role="alert"
            />
          )}
          <div className="chart-place">
            <ChartView name={stored.name} option={shown} fetched={fetched} onBroken={setBroken} />
          </div>
        </section>
      </div>
    </div>
  )
})

function tidy(code: string): string {
  try {
    return JSON.stringify(JSON.parse(code), null, 2)
  } catch {
    return code // the button is disabled for invalid JSON
  }
}
