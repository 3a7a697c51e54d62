import { ApiOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Skeleton, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokenTable } from './TokenTable.tsx'
import { getState } from './tokenState.ts'
import '../kit/page/List.css'
import './tokens.css'

/** API tokens for programs: create and revoke. */
export const TokensPage = observer(function TokensPage() {
  const { tokens, session } = useStores()
  const { t } = useTranslation('system')
  const localize = useLocalized()
  const [search, setSearch] = useState('')
  const [hasOld, setHasOld] = useState(false)
  const [isMaking, setMaking] = useState(false)
  useEffect(() => tokens.load(), [tokens, session.username])
  const now = tokens.now()
  const searchText = search.trim().toLowerCase()
  const rows = tokens.rows.filter(
    (row) =>
      (hasOld || getState(row, now) === 'valid') && `${row.name} ${row.owner}`.toLowerCase().includes(searchText),
  )

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('tokens.title')}</h1>
        <div className="list-toolbar" role="search">
          <SearchBox clearWords={t('tokens.clear')} value={search} label={t('tokens.search')} onSearch={setSearch} />
          <Checkbox checked={hasOld} onChange={(event) => setHasOld(event.target.checked)}>
            {t('tokens.old')}
          </Checkbox>
          <span className="list-gap" />
          <Button icon={<ApiOutlined aria-hidden />} href="/api/docs/">
            {t('tokens.docs')}
          </Button>
          <Tooltip title={t('tokens.reload')}>
            <Button
              aria-label={t('tokens.reload')}
              icon={<ReloadOutlined aria-hidden />}
              onClick={() => tokens.load()}
            />
          </Tooltip>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
            {t('tokens.add')}
          </Button>
        </div>
      </header>
      <div className="list-body" aria-busy={tokens.loading !== null}>
        <ProgressLine active={tokens.loading === 'again'} />
        {tokens.loading === 'first' && (
          <div className="tokens-coming" role="status" aria-label={t('tokens.loading')}>
            <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
          </div>
        )}
        {tokens.failure && tokens.loading === null && (
          <EmptyPanel tone="failed" title={t('tokens.failed')} text={localize(tokens.failure.words)}>
            <Button type="primary" onClick={() => tokens.load()}>
              {t('tokens.again')}
            </Button>
          </EmptyPanel>
        )}
        {!tokens.failure &&
          tokens.loading !== 'first' &&
          (rows.length > 0 ? (
            <TokenTable rows={rows} now={now} />
          ) : (
            <EmptyPanel
              tone="empty"
              title={t(searchText === '' ? 'tokens.none' : 'tokens.noneFound')}
              text={t('tokens.noneText')}
            >
              <Button type="primary" onClick={() => setMaking(true)}>
                {t('tokens.add')}
              </Button>
            </EmptyPanel>
          ))}
      </div>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </div>
  )
})
