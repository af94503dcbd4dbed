import { defineConfig } from '@playwright/test'

// `npm test` finds or installs the browser and sets this; otherwise Playwright uses its own.
const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './tests/fixtures/journeys-global.ts',
  // One more than the cores of a small machine: a third of the time a journey waits for a job, an e-mail or a retry.
  workers: 3,
  // A journey that passes at its second try is reported as flaky, and has to be fixed like any other.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // A letter in a slightly different shade passes; a part that moved by a few pixels fails.
    toHaveScreenshot: { maxDiffPixelRatio: 0.001, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  snapshotPathTemplate: '{testDir}/approved/{arg}{ext}',
  reporter: [['list'], ['./scripts/report/results.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Without screenshots: they take a third of a run.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
