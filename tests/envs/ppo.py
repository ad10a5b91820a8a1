"""Proximal policy optimisation over a `VectorEnv`, as small as it can be: for a smoke training."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from quartier.envs import VectorEnv

GAMMA, LAMBDA, CLIP, EPOCHS, PARTS = 0.99, 0.95, 0.2, 3, 4


class Policy(nn.Module):
    """Logits of the actions, and what the position is worth."""

    def __init__(self, env: VectorEnv) -> None:
        super().__init__()
        observation = env.game.observation
        self.scale = torch.tensor(np.maximum(observation.high, -observation.low), dtype=torch.float32)
        self.body = nn.Sequential(nn.Linear(observation.size, 128), nn.ReLU())
        self.actor, self.critic = nn.Linear(128, env.actions), nn.Linear(128, 1)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """`observation` int16 (n, size), `mask` uint8 (n, actions)."""
        body = self.body(observation.float() / self.scale)
        logits = self.actor(body).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), self.critic(body).squeeze(-1)


def train(env: VectorEnv, updates: int, steps: int, scale: float) -> list[float]:
    """Learn to play one seat alone for points, that count `scale` each; by update, the mean score of games."""
    policy = Policy(env)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    batch, totals, means = env.reset(), np.zeros(env.envs), []
    for _ in range(updates):
        stored_steps, ended = [], []
        for _ in range(steps):
            observation, mask = (torch.tensor(array) for array in (batch.observation, batch.action_mask))
            with torch.no_grad():
                chances, worth = policy(observation, mask)
                action = chances.sample()
            batch = env.step(action.numpy())
            totals += batch.rewards[:, 0]
            ended += totals[batch.done].tolist()
            totals[batch.done] = 0
            reward, done = torch.tensor(batch.rewards[:, 0]) * scale, torch.tensor(batch.done)
            stored_steps.append((observation, mask, action, chances.log_prob(action), worth, reward, done))
        with torch.no_grad():
            _, last = policy(torch.tensor(batch.observation), torch.tensor(batch.action_mask))
        learn(policy, optimizer, stored_steps, last)
        means.append(float(np.mean(ended)) if ended else float("nan"))
    return means


def learn(policy: Policy, optimizer: torch.optim.Optimizer, steps: list[tuple], last: torch.Tensor) -> None:
    """Go over what was kept a few times."""
    observation, mask, action, before, worth, reward, done = (
        torch.stack(arrays) for arrays in zip(*steps, strict=True)
    )
    gain, gains = torch.zeros_like(last), []
    for step in reversed(range(len(reward))):
        following = worth[step + 1] if step + 1 < len(reward) else last
        goes_on = 1.0 - done[step].float()
        gain = reward[step] + GAMMA * goes_on * following - worth[step] + GAMMA * LAMBDA * goes_on * gain
        gains.append(gain)
    advantage = torch.stack(gains[::-1])
    goal = (advantage + worth).flatten()
    advantage = ((advantage - advantage.mean()) / (advantage.std() + 1e-8)).flatten()
    observation, mask, action, before = (array.flatten(0, 1) for array in (observation, mask, action, before))
    for _ in range(EPOCHS):
        for part in torch.randperm(len(goal)).chunk(PARTS):
            chances, values = policy(observation[part], mask[part])
            ratio = (chances.log_prob(action[part]) - before[part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * advantage[part], clipped * advantage[part]).mean()
            loss = loss + 0.5 * (values - goal[part]).square().mean() - 0.01 * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
