import { expect, it } from 'vitest'
import { manualPages } from '../../console/app/pages/manualPages.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'
import { count } from '../support/counts.ts'
import { navigateInside, signInWith } from '../support/browser/pages.ts'
import { adminPassword as password } from '../support/server/server.ts'

let journey: Journey

shareJourney({}, (shared) => {
  journey = shared
})

const variants = [
  ['en-us', 'light', 'en'],
  ['zh-cn', 'dark', 'zh'],
] as const

it.each(variants.slice(0, count({ daily: 1, full: variants.length })))(
  'the guides open under Help with all their pictures: %s, %s',
  async (language, theme, words) => {
    const tab = await journey.open()
    await signInWith(tab, password, { language, theme })
    const missing: string[] = []
    let pictures = 0
    for (const page of manualPages) {
      await navigateInside(tab.page, page.path)
      await tab.see('heading', page.words[words])
      const found = await tab.page.evaluate(() =>
        Promise.all(
          [...document.querySelectorAll<HTMLImageElement>('article img')].map(async (image) => {
            await image.decode().catch(() => undefined)
            return { source: image.src, width: image.naturalWidth }
          }),
        ),
      )
      pictures += found.length
      missing.push(...found.filter(({ width }) => width < 400).map(({ source }) => `${page.path}: ${source}`))
      const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) missing.push(`${page.path} is ${overflow} px too wide`)
      await tab.show(`help-${words}-${page.file}`)
    }
    expect(missing).toEqual([])
    expect(pictures).toBeGreaterThan(10)
    await tab.page.close()
  },
)
