import { readDrawingQuery } from '../stores/drawingQuery.ts'
import { readLibraryQuery } from '../stores/libraryQuery.ts'
import { editionsPath } from './editions.ts'
import type { Page } from './page.ts'

const en = (one: string, zh: string) => ({ en: one, zh })

/** Every page that is a screen of its own. A page is listed when its screen is there. */
export const screenPages: readonly Page[] = [
  { path: editionsPath, words: en('Choose a system', '选择系统'), shows: { load: async () => (await import('../home/EditionsPage.tsx')).EditionsPage } },
  { path: '/homepage', words: en('Overview', '总览'), group: 'home', editions: ['street'], shows: { load: async () => (await import('../home/StreetHomePage.tsx')).StreetHomePage } },
  { path: '/homepagegoogle', words: en('Overview on tiles', '瓦片地图总览'), group: 'home', editions: ['street'], shows: { load: async () => (await import('../home/StreetHomePage.tsx')).StreetTilesPage } },
  { path: '/homepageofflinemapmine', words: en('Industry panorama', '工业全景'), group: 'home', editions: ['industry'], shows: { load: async () => (await import('../home/IndustryHomePage.tsx')).IndustryHomePage } },
  { path: '/homepageofflinemaptunnel', words: en('Tunnel panorama', '隧道全景'), group: 'home', editions: ['tunnel'], shows: { load: async () => (await import('../home/TunnelHomePage.tsx')).TunnelHomePage } },

  {
    path: '/scada/center', words: en('Configuration centre', '组态中心'), group: 'drawings', isCached: true,
    shows: { load: async () => (await import('../center/CenterPage.tsx')).CenterPage, prepare: ({ drawings }, query) => drawings.show(readDrawingQuery(query)) },
  },
  {
    path: '/scada/component', words: en('Component library', '组件库'), group: 'drawings', isCached: true,
    shows: { load: async () => (await import('../library/LibraryPage.tsx')).LibraryPage, prepare: ({ library }, query) => library.show(readLibraryQuery(query)) },
  },
  {
    path: '/scada/component/detail', words: en('Component detail', '组件详情'), highlights: '/scada/component',
    shows: { load: async () => (await import('../library/EntryPage.tsx')).EntryPage, prepare: ({ library }, query) => library.open(query.get('id') ?? '') },
  },
  { path: '/scada/topo/editor', words: en('Designer', '组态设计'), isBare: true, shows: { load: async () => (await import('../designer/DesignerPage.tsx')).DesignerPage } },
  { path: '/scada/topo/fullscreen', words: en('Running drawing', '组态运行'), isBare: true, shows: { load: async () => (await import('../runtime/RuntimePage.tsx')).RuntimePage } },
]
