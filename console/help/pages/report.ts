import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const report: Guide = {
  path: '/SystemReport',
  title: { en: 'Energy and reports', zh: '能耗与报表' },
  lead: { en: 'Sources of energy figures, and export of data.', zh: '能耗数据的来源与导出。' },
  sections: [
    {
      heading: { en: 'Freeze data', zh: '冻结数据' },
      pieces: [
        figure('energy', 'Energy is the difference of two freezes', '能耗等于两次冻结之差'),
        text(
          'A freeze is the reading of a meter latched at a fixed time, so that the readings of all meters are comparable. It is stored once and never recalculated. Late uploads fill gaps.',
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
            'Energy values that span a missing freeze or a replaced meter are marked as estimated.',
            '跨越缺失冻结或换表的能耗会标注为估算。',
          ],
        ),
        link('/energy/freeze', 'To the freeze data', '前往冻结数据'),
      ],
    },
    {
      heading: { en: 'Exporting data', zh: '导出数据' },
      pieces: [
        steps(
          ['Search and filter the list until it shows what you need.', '搜索和筛选列表，直到显示所需数据。'],
          [
            'Press the download button: all matching rows, not only this page, are exported to an Excel file in the current language.',
            '点击下载按钮：导出全部符合条件的数据（不限本页），按当前语言生成 Excel。',
          ],
          [
            'You can select the displayed columns; the file always contains all fields.',
            '可先选择显示的列；导出文件始终包含全部字段。',
          ],
        ),
        note('An empty list is not exported: "No data for export".', '列表为空时不导出，提示“没有可导出的数据”。'),
      ],
    },
    {
      heading: { en: 'Importing data', zh: '导入数据' },
      pieces: [
        text(
          'Each list that supports Excel import offers a template with codes on a second sheet. The whole file is validated first: either all rows are imported or none, and errors are listed by row and column.',
          '支持导入的列表都提供模板，第二个工作表列出代码。写入前会整体校验：要么全部导入，要么都不导入，错误按行列列出。',
        ),
      ],
    },
  ],
}
