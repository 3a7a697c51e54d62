import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const report: Guide = {
  path: '/SystemReport',
  title: { en: 'Energy and reports', zh: '能耗与报表' },
  lead: { en: 'Where energy figures come from and how to take them along.', zh: '能耗数据的来源与导出。' },
  sections: [
    {
      heading: { en: 'Freeze data', zh: '冻结数据' },
      pieces: [
        figure('energy', 'Energy is the difference of two freezes', '能耗等于两次冻结之差'),
        text(
          "A freeze is a meter's reading latched at a fixed time, so that all meters agree on the moment. It is written once and never computed again. A late upload fills its gap.",
          '冻结是电表在固定时刻锁存的读数，使所有电表时间一致。写入后不再计算，补传的数据会填补空缺。',
        ),
        terms(
          [
            'Hourly, daily, monthly',
            '小时、日、月冻结',
            "Three kinds, each at its own hour in the project's time zone.",
            '三种类型，按项目时区的固定时刻执行。',
          ],
          [
            'Estimated',
            '估算',
            'An energy value over a missing freeze or a changed meter says that it is one.',
            '跨越缺失冻结或换表的能耗会标注为估算。',
          ],
        ),
        link('/energy/freeze', 'To the freeze data', '前往冻结数据'),
      ],
    },
    {
      heading: { en: 'Taking data along', zh: '导出数据' },
      pieces: [
        steps(
          ['Search and filter the list until it shows what you need.', '搜索和筛选列表，直到显示所需数据。'],
          [
            'Press the download button: all rows of the listing, not only this page, come as an Excel file in the language you read.',
            '点击下载按钮：导出全部符合条件的数据（不限本页），按当前语言生成 Excel。',
          ],
          [
            'Choose columns first if the file shall be smaller on screen; the file always has all fields.',
            '可先选择显示的列；导出文件始终包含全部字段。',
          ],
        ),
        note('An empty list is not exported: "No data for export".', '列表为空时不导出，提示“没有可导出的数据”。'),
      ],
    },
    {
      heading: { en: 'Bringing data in', zh: '导入数据' },
      pieces: [
        text(
          'Every list that takes Excel offers a template with its codes on a second sheet. The file is checked whole before anything is written: either all rows come in or none, and each wrong cell is named by row and column.',
          '支持导入的列表都提供模板，第二个工作表列出代码。写入前会整体校验：要么全部导入，要么都不导入，错误按行列列出。',
        ),
      ],
    },
  ],
}
