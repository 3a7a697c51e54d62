import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Popconfirm, Table, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { entities } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import type { CacheName, CacheSubject, MonitoredCacheKey } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { ListPager } from '../kit/page/ListPager.tsx'
import { SearchBox } from '../kit/page/SearchBox.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { withPageSize } from '../stores/entities/pagingQuery.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { ClearCacheButton } from './ClearCacheButton.tsx'
import { MonitorPage } from './MonitorPage.tsx'
import { readPageRequest, toParams } from './paging.ts'
import { formatBytes } from './sizes.ts'

const everyMs = 5_000
const entityWords = new Map(entities.map(({ name, words }) => [name, words.many]))

interface CacheKeysProps {
  readonly name: CacheName
  /** True if the cached data can be rebuilt. */
  readonly isClearable: boolean
}

/** Keys of a cache. Keys can be removed if their data can be rebuilt. */
export const CacheKeys = observer(function CacheKeys({ name, isClearable }: CacheKeysProps) {
  const { client, session, notices } = useStores()
  const { t } = useTranslation('monitoring')
  const localize = useLocalized()
  const [params, setParams] = useSearchParams()
  const pageRequest = readPageRequest(params)
  const navigateTo = (to: typeof pageRequest, isReplaced = false): void =>
    setParams({ cache: name, ...toParams(to) }, { replace: isReplaced })
  const polled = usePolling<{ readonly rows: readonly MonitoredCacheKey[]; readonly total: number }>(
    JSON.stringify([name, pageRequest]),
    everyMs,
    (signal) => client.call('monitor.cacheKeys', { params: { name }, query: pageRequest }, { signal, quiet: true }),
  )
  // Show only columns that this cache has data for.
  const has = { at: name === 'newest' || name === 'retained', bytes: name === 'retained' }
  const mayRemove = isClearable && session.mayCall(routes['monitor.removeCacheKey'].policy)

  const handleRemove = async ({ id, key }: MonitoredCacheKey): Promise<void> => {
    try {
      await client.call('monitor.removeCacheKey', { params: { name, id } })
      notices.post({ manner: 'success', words: { en: `${key} was removed`, zh: `已移除 ${key}` } })
      await polled.load()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  const aboutWords = (about: CacheSubject): string => {
    switch (about.kind) {
      case 'account':
        return t('cache.about.account', { account: about.account })
      case 'token':
        return t('cache.about.token', { name: about.name, account: about.account })
      case 'value':
        return about.value === null ? t('cache.about.noValue') : t('cache.about.value', { value: about.value })
      case 'device':
        return t('cache.about.device', { device: about.device, project: about.project })
      case 'rows': {
        const words = entityWords.get(about.entity)
        return t(about.project === '' ? 'cache.about.rows' : 'cache.about.rowsOf', {
          name: words ? localize(words) : about.entity,
          project: about.project,
          count: about.rows,
        })
      }
      case 'none':
        return '–'
      default:
        return about satisfies never
    }
  }
  return (
    <MonitorPage
      title={t('cache.keysOf', { name: t(`cache.names.${name}`) })}
      polled={polled}
      page={pageRequest.page}
      tools={
        <>
          <Link className="monitor-back" to="?">
            <ArrowLeftOutlined aria-hidden /> {t('cache.back')}
          </Link>
          <SearchBox
            value={pageRequest.search ?? ''}
            label={t('cache.searchKeys')}
            clearWords={t('clear')}
            onSearch={(search) => navigateTo({ ...pageRequest, search, page: 1 }, true)}
          />
          {isClearable && <ClearCacheButton name={name} onCleared={() => polled.load()} />}
        </>
      }
      footer={
        polled.value && (
          <ListPager
            label={t('pages')}
            words={(count) => t('cache.keyCount', { count })}
            page={pageRequest.page}
            pageSize={pageRequest.pageSize}
            sizes={limits.list.pageSizes}
            total={polled.value.total}
            onPage={(page) => navigateTo({ ...pageRequest, page })}
            onPageSize={(pageSize) => navigateTo(withPageSize(pageRequest, pageSize, polled.value?.total ?? 0))}
          />
        )
      }
    >
      {({ rows }) => (
        <>
          <p className="monitor-note">
            {t(`cache.texts.${name}`)}
            <br />
            {t(isClearable ? 'cache.canBeHadAgain' : 'cache.isOnlyHere')}
          </p>
          <Table<MonitoredCacheKey>
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={[...rows]}
            scroll={{ x: 700 }}
            locale={{ emptyText: t(pageRequest.search ? 'cache.noneFound' : 'cache.empty') }}
            columns={[
              {
                title: t('cache.key'),
                dataIndex: 'key',
                fixed: 'left',
                width: 300,
                render: (key: string) => <span className="monitor-code">{key}</span>,
              },
              { title: t('cache.aboutTitle'), dataIndex: 'about', render: (about: CacheSubject) => aboutWords(about) },
              ...(has.at
                ? [
                    {
                      title: t('cache.at'),
                      dataIndex: 'at',
                      width: 150,
                      render: (at: number | null) => (at === null ? '–' : formatTime(at)),
                    },
                  ]
                : []),
              ...(isClearable
                ? [
                    {
                      title: t('cache.expires'),
                      dataIndex: 'expiresAt',
                      width: 230,
                      render: (at: number | null, { isExpired }: MonitoredCacheKey) => (
                        <span className="monitor-account">
                          {at === null ? '–' : formatTime(at)}
                          {isExpired && <Tag>{t('cache.expired')}</Tag>}
                        </span>
                      ),
                    },
                  ]
                : []),
              ...(has.bytes
                ? [
                    {
                      title: t('cache.bytes'),
                      dataIndex: 'bytes',
                      width: 90,
                      align: 'right' as const,
                      render: (bytes: number | null) => (bytes === null ? '–' : formatBytes(bytes)),
                    },
                  ]
                : []),
              ...(mayRemove
                ? [
                    {
                      title: t('actions'),
                      key: 'actions',
                      fixed: 'right' as const,
                      width: 100,
                      render: (_value: unknown, row: MonitoredCacheKey) => (
                        <Popconfirm
                          title={t('cache.removeConfirm', { name: row.key })}
                          description={t('cache.confirmText')}
                          okText={t('cache.remove')}
                          cancelText={t('cancel')}
                          onConfirm={() => void handleRemove(row)}
                        >
                          <Button
                            size="small"
                            type="link"
                            danger
                            aria-label={t('cache.removeNamed', { name: row.key })}
                          >
                            {t('cache.remove')}
                          </Button>
                        </Popconfirm>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </MonitorPage>
  )
})
