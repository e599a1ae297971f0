"""Trains the network on simulated pairs that are never seen twice, and two more on halves of the mechanisms.

    python3 train.py --seconds 520 --out FOLDER [--fields 4,8,12] [--seed 1] [--resume FOLDER]

The whole network is shipped; each half is trained on half of the mechanisms (functions.py, HALVES), and serves
`npm run calibrate` for judging the evidence on mechanisms it was not trained on. Writes whole.bin, half-a.bin,
half-b.bin, state.pt (to resume) and log.json: seed, seconds, device, loss curve, and what 8-bit weights cost.
"""
import argparse
import json
import math
import os
import time

import torch
import torch.multiprocessing as processes
import torch.nn as nn
import torch.nn.functional as F

from functions import DEVICE, one_of
from network import STEPS, PairNetwork, pictures
from pairs import simulated_pairs

RATE = 2e-3
WARM_UP = 300
"""Pairs a step at each number of rows: about the same work. 1,000 rows come three times as often as others."""
ROWS = {24: 1024, 40: 1024, 64: 1024, 100: 2048, 160: 2048, 250: 2048, 400: 2048, 640: 2048, 1000: 2048, 1001: 2048, 1002: 2048, 1600: 1280, 2500: 768, 5000: 384, 10_000: 256}
AVERAGED = 0.998


def batch():
    """Pictures of fresh pairs in steps of 1/1024, their labels, and whether each is of half b; on the CPU."""
    rows = one_of(list(ROWS))
    x, y, label, is_b = simulated_pairs(ROWS[rows], 1000 if rows in (1001, 1002) else rows)
    with torch.no_grad():
        picture = (pictures(x, y) * STEPS).round().short()
    return picture.cpu(), label.cpu(), is_b.cpu()


def make_batches(seed, queue):
    """A process that fills the queue: simulating is many small launches, which one process cannot issue fast enough."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    while True:
        queue.put(batch())


def surprise(log_odds, label):
    """−ln of the probability given to the truth; half for either direction where there is none."""
    return F.softplus(log_odds) - label * log_odds


class Trained:
    """A network, its optimizer and the running average of its weights."""

    def __init__(self, fields):
        self.network = PairNetwork(fields).to(DEVICE)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=RATE, weight_decay=0.01, betas=(0.9, 0.98))
        self.average = {name: v.detach().clone() for name, v in self.network.state_dict().items()}

    def step(self, picture, label, rate, step):
        for options in self.optimizer.param_groups:
            options["lr"] = rate
        with torch.autocast(DEVICE, torch.bfloat16):
            log_odds = self.network.log_odds(picture)
        loss = surprise(log_odds, label).mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        with torch.no_grad():
            state = self.network.state_dict()
            for name, value in self.average.items():
                value.lerp_(state[name], 1 - min(AVERAGED, step / (step + 50)))
        return loss

    def averaged(self):
        network = PairNetwork(self.network.fields, self.network.hidden).to(DEVICE)
        network.load_state_dict(self.average)
        return network.eval()


@torch.no_grad()
def judged(network, batches):
    """Mean surprise and share of right answers of directed pairs."""
    odds = torch.cat([network.log_odds(picture) for picture, _ in batches])
    label = torch.cat([label for _, label in batches])
    directed = label > 0.5
    return surprise(odds, label).mean().item(), (odds[directed] > 0).float().mean().item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=520)
    parser.add_argument("--planned", type=float, help="seconds of the whole training, where it is done in several runs")
    parser.add_argument("--out", required=True)
    parser.add_argument("--fields", default="6,12,24")
    parser.add_argument("--wide", default="", help="fields of a further whole network, for comparison")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", default="")
    parser.add_argument("--makers", type=int, default=8 if DEVICE == "cuda" else 0, help="processes that simulate pairs; 0: this one")
    parser.add_argument("--commit", default="", help="of this code, for the log")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    shape = lambda text: tuple(int(k) for k in text.split(","))
    runs = {"whole": Trained(shape(options.fields)), "half-a": Trained(shape(options.fields)), "half-b": Trained(shape(options.fields))}
    if options.wide:
        runs["wide"] = Trained(shape(options.wide))
    step, seen, spent, curve = 0, 0, 0.0, []
    if options.resume:
        state = torch.load(os.path.join(options.resume, "state.pt"), map_location=DEVICE)
        step, seen, spent, curve = state["step"], state["seen"], state["spent"], state["curve"]
        torch.manual_seed(options.seed + 1000 + step)
        for name, run in runs.items():
            run.network.load_state_dict(state[name]["network"])
            run.optimizer.load_state_dict(state[name]["optimizer"])
            run.average = state[name]["average"]
    processes.set_start_method("spawn")
    queue = processes.Queue(maxsize=4 * max(1, options.makers))
    makers = [processes.Process(target=make_batches, args=(options.seed + 100_000 * (k + 1) + step, queue), daemon=True) for k in range(options.makers)]
    for maker in makers:
        maker.start()
    planned, began = options.planned or options.seconds, time.time()
    losses = {name: [] for name in runs}
    while (elapsed := time.time() - began) < options.seconds:
        picture, label, is_b = (part.to(DEVICE, non_blocking=True) for part in (queue.get() if makers else batch()))
        picture = picture.float() / STEPS
        rate = RATE * min(1, (step + 1) / WARM_UP) * max(0.01, 0.5 * (1 + math.cos(math.pi * min(1, (spent + elapsed) / planned))))
        step, seen = step + 1, seen + len(label)
        for name, run in runs.items():
            own = {"half-a": ~is_b, "half-b": is_b}.get(name)
            loss = run.step(picture if own is None else picture[own], label if own is None else label[own], rate, step)
            losses[name].append(loss.detach())
        if step % 200 == 0:
            line = {"step": step, "pairs": seen, "seconds": round(spent + elapsed), **{name: round(torch.stack(values).mean().item(), 4) for name, values in losses.items()}}
            losses = {name: [] for name in runs}
            curve.append(line)
            print(line, flush=True)
    spent += time.time() - began
    for maker in makers:
        maker.terminate()
    os.makedirs(options.out, exist_ok=True)
    torch.save({"step": step, "seen": seen, "spent": spent, "curve": curve, **{name: {"network": run.network.state_dict(), "optimizer": run.optimizer.state_dict(), "average": run.average} for name, run in runs.items()}}, os.path.join(options.out, "state.pt"))
    fresh = []
    for rows in (64, 250, 1000, 1000, 2500):
        x, y, label, _ = simulated_pairs(2048 if DEVICE == "cuda" else 64, rows)
        with torch.no_grad():
            fresh.append((pictures(x, y), label))
    cost = {}
    for name, run in runs.items():
        network = run.averaged()
        in_bytes, data = network.in_bytes()
        with open(os.path.join(options.out, f"{name}.bin"), "wb") as file:
            file.write(data)
        (before, right), (after, still_right) = judged(network, fresh), judged(in_bytes.to(DEVICE).eval(), fresh)
        cost[name] = {"bytes": len(data), "surprise": before, "in 8 bits": after, "right": right, "right in 8 bits": still_right}
        print(name, cost[name], flush=True)
    device = torch.cuda.get_device_name() if DEVICE == "cuda" else "CPU"
    log = {"commit": options.commit, "seed": options.seed, "fields": options.fields, "wide": options.wide, "steps": step, "pairs": seen, "seconds": round(spent), "device": device, "torch": torch.__version__, "weights": cost, "curve": curve}
    with open(os.path.join(options.out, "log.json"), "w") as file:
        json.dump(log, file, indent=1)


if __name__ == "__main__":
    main()
