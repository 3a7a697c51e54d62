import { Pagination } from 'antd'
import { useSyncExternalStore } from 'react'

interface ListPagerProps<Size extends number> {
  readonly label: string
  /** How many there are, in words. */
  readonly words: (total: number) => string
  readonly page: number
  readonly pageSize: Size
  readonly sizes: readonly Size[]
  readonly total: number
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: Size) => void
}

/** Total, sizes, previous, pages, next, jumper; fewer page buttons below 992 px (specification, section 9). Nothing for an empty list. */
export function ListPager<Size extends number>({ label, words, page, pageSize, sizes, total, onPage, onPageSize }: ListPagerProps<Size>) {
  const isWide = useSyncExternalStore(watchWidth, readWidth)
  if (total === 0) return null
  return (
    <nav className="list-pager" aria-label={label}>
      <Pagination
        size="small" current={page} pageSize={pageSize} total={total} showSizeChanger showQuickJumper showLessItems={!isWide}
        pageSizeOptions={[...sizes]} showTotal={words}
        onChange={(next, size) => {
          const chosen = sizes.find((known) => known === size) ?? pageSize
          if (chosen === pageSize) onPage(next)
          else onPageSize(chosen)
        }}
      />
    </nav>
  )
}

const wide = '(min-width: 992px)'
const readWidth = (): boolean => matchMedia(wide).matches
function watchWidth(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
