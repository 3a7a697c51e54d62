import { Pagination, type PaginationProps } from 'antd'
import { useSyncExternalStore } from 'react'
import './ListPager.css'

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
  const skips = skipsOf(page, Math.ceil(total / pageSize))
  const withDots: NonNullable<PaginationProps['itemRender']> = (shown, kind, element) => (kind === 'page' && skips.has(shown) ? <span data-skips={skips.get(shown)}>{element}</span> : element)
  return (
    <nav className="list-pager" aria-label={label}>
      <Pagination
        size="small" current={page} pageSize={pageSize} total={total} showSizeChanger showQuickJumper showLessItems={!isWide}
        // The library counts its dots among the seven; without them there are seven pages, and the dots are ours.
        showPrevNextJumpers={!isWide} itemRender={isWide ? withDots : undefined}
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

/** Beside which page buttons others are left out: after the first, before the last. */
function skipsOf(page: number, pages: number): ReadonlyMap<number, 'after' | 'before'> {
  const skips = new Map<number, 'after' | 'before'>()
  if (pages <= 7) return skips
  if (page > 4) skips.set(1, 'after')
  if (page < pages - 3) skips.set(pages, 'before')
  return skips
}

const wide = '(min-width: 992px)'
const readWidth = (): boolean => matchMedia(wide).matches
function watchWidth(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
