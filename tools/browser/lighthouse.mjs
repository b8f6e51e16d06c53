// Runs Lighthouse, as on a phone, on the front page and on a table in play of a house
// of its own, prints the scores and fails if one is below the bar.
//
//     node tools/browser/lighthouse.mjs bin/saloon

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const bar = { performance: 95, accessibility: 100, "best-practices": 100 };
const program = process.argv[2];
if (!program) {
	console.error("lighthouse: which program? want: node tools/browser/lighthouse.mjs bin/saloon");
	process.exit(2);
}

/** A port at which nobody listens. */
const freePort = () =>
	new Promise((done, fail) => {
		const server = createServer();
		server.once("error", fail);
		server.listen(0, "127.0.0.1", () => {
			const { port } = server.address();
			server.close(() => done(port));
		});
	});

/** Waits until the house answers. */
async function answers(address, child) {
	for (const end = Date.now() + 30000; ; ) {
		try {
			if ((await fetch(address + "/healthz")).ok) return;
		} catch (error) {
			if (Date.now() > end || child.exitCode !== null) throw new Error("the house does not answer", { cause: error });
			await new Promise((done) => setTimeout(done, 20));
		}
	}
}

/** Starts a game against bots, and returns its path and the cookie of who plays. */
async function playNow(address, game) {
	const answer = await fetch(address + "/play", {
		method: "POST", redirect: "manual", headers: { Origin: address }, body: new URLSearchParams({ game }),
	});
	if (answer.status !== 303) throw new Error("play now answers " + answer.status + ": " + (await answer.text()));
	const cookies = answer.headers.getSetCookie().map((c) => c.split(";")[0]).join("; ");
	return { path: new URL(answer.headers.get("location"), address).pathname, cookies };
}

/** Lighthouse's result for a page, and which of its audits could not be made, in words. */
async function measure(url, port, cookies) {
	const { lhr } = await lighthouse(url, {
		port, output: "json", logLevel: "silent", formFactor: "mobile", onlyCategories: Object.keys(bar),
		maxWaitForLoad: 15000, extraHeaders: cookies ? { Cookie: cookies } : undefined,
	});
	const missing = Object.values(lhr.audits).filter((a) => a.scoreDisplayMode === "error").map((a) => `${a.id}: ${a.errorMessage}`);
	if (lhr.runtimeError) missing.unshift(`${lhr.runtimeError.code}: ${lhr.runtimeError.message}`);
	return { lhr, missing };
}

/** A measurement that could be made: a browser that was held up gives none, which says nothing of the page. */
async function measured(name, url, port, cookies) {
	for (let tries = 1; ; tries++) {
		const { lhr, missing } = await measure(url, port, cookies);
		if (missing.length === 0) return lhr;
		console.log(`${name}: not measured at try ${tries} of 3: ${missing[0]}`);
		if (tries === 3) throw new Error(`${name} cannot be measured:\n` + missing.join("\n"));
	}
}

const percent = (lhr, id) => Math.round(lhr.categories[id].score * 100);

/** Looks at one page; returns what is below the bar, in words. A slow run is the machine's as often as the
 *  page's, so that the page's is the middle one of three. */
async function look(name, url, port, cookies) {
	let lhr = await measured(name, url, port, cookies);
	if (percent(lhr, "performance") < bar.performance) {
		const runs = [lhr, await measured(name, url, port, cookies), await measured(name, url, port, cookies)];
		runs.sort((a, b) => percent(a, "performance") - percent(b, "performance"));
		console.log(`${name}: performance of three runs: ${runs.map((r) => percent(r, "performance")).join(", ")}`);
		lhr = runs[1];
	}
	const { categories, audits, runWarnings } = lhr;
	const scores = Object.entries(bar).map(([id, least]) => ({ id, least, score: percent(lhr, id) }));
	console.log(name.padEnd(20) + scores.map((s) => `${s.id} ${s.score}`).join(", "));
	for (const warning of runWarnings) console.log("    warning: " + warning);
	const low = scores.filter((s) => s.score < s.least);
	for (const { id } of low) {
		for (const ref of categories[id].auditRefs) {
			const audit = audits[ref.id];
			if (ref.weight > 0 && audit.score !== null && audit.score < 1) {
				console.log(`    ${id}: ${audit.title} ${audit.displayValue ?? ""}`);
				for (const item of (audit.details?.items ?? []).slice(0, 3)) console.log("        " + JSON.stringify(item).slice(0, 300));
			}
		}
	}
	return low.map((s) => `${name}: ${s.id} ${s.score}, want ${s.least}`);
}

const data = await mkdtemp(join(tmpdir(), "saloon-lighthouse-"));
const profile = join(data, "profile");
await mkdir(profile);
const port = await freePort();
const address = "http://127.0.0.1:" + port;
const house = spawn(program, ["serve", "--addr", "127.0.0.1:" + port, "--data", join(data, "house"), "--limits", "off"], { stdio: "ignore" });
let chrome;
const low = [];
try {
	await answers(address, house);
	chrome = await launch({
		chromePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", userDataDir: profile,
		chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic"],
	});
	low.push(...(await look("front page", address + "/", chrome.port)));
	for (const game of ["texas", "raincheck"]) {
		const { path, cookies } = await playNow(address, game);
		low.push(...(await look("table of " + game, address + path, chrome.port, cookies)));
	}
} finally {
	await chrome?.kill();
	house.kill("SIGKILL");
	await rm(data, { recursive: true, force: true, maxRetries: 5 });
}
for (const words of low) console.error("lighthouse: " + words);
process.exit(low.length > 0 ? 1 : 0);
